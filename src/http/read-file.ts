import { refused, ServiceError } from '../errors.ts'
import { parseJson } from '../parse-json.ts'
import { csvFile, type ImportFile, jsonlFile } from '../transfer/import-file.ts'
import type { Asked } from './app-env.ts'

const ways = {
  'text/csv': csvFile,
  'application/x-ndjson': (text: string) => jsonlFile(text, parseJson),
  'application/jsonl': (text: string) => jsonlFile(text, parseJson),
} as const

const isCompression = (type: string): type is keyof typeof ways => type in ways

/** The body as a file to import, by its Content-Type. */
export async function readFile({ req }: Asked): Promise<ImportFile> {
  const [type = '', ...parameters] = (req.header('Content-Type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  if (!isCompression(type))
    throw new ServiceError(
      'unsupported_media_type',
      'Send a CSV file with Content-Type: text/csv, or a JSON object a line with Content-Type: application/x-ndjson.',
    )
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset)) throw new ServiceError('unsupported_media_type', inUtf8)
  return ways[type](textOf(await req.arrayBuffer()))
}

const inUtf8 = 'The file must be in UTF-8. In a spreadsheet, save it as “CSV UTF-8”.'

/** Without a byte order mark, which the decoder takes away. */
function textOf(body: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body)
  } catch {
    throw refused('invalid_input', [{ pointer: '', code: 'invalid_text', detail: inUtf8 }])
  }
}
