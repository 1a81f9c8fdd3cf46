import { refused, ServiceError } from '../../errors/errors.ts'
import { parseJson } from '../../errors/parse-json.ts'
import { csvFile, type ImportFile, jsonlFile } from '../../transfer/import-file.ts'
import type { RequestContext } from '../app-env.ts'
import { received } from './read-body.ts'

const parsers = {
  'text/csv': csvFile,
  'application/x-ndjson': (text: string) => jsonlFile(text, parseJson),
  'application/jsonl': (text: string) => jsonlFile(text, parseJson),
} as const

const isFileType = (type: string): type is keyof typeof parsers => type in parsers

/** The body as a file to import, by its Content-Type. */
export async function readFile({ req }: RequestContext): Promise<ImportFile> {
  const [type = '', ...parameters] = (req.header('Content-Type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  if (!isFileType(type))
    throw new ServiceError(
      'unsupported_media_type',
      'Send a CSV file with Content-Type: text/csv, or one JSON object per line with Content-Type: application/x-ndjson.',
      { arabic: null },
    )
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  if (charset !== undefined && !/^"?utf-?8"?$/.test(charset))
    throw new ServiceError('unsupported_media_type', utf8Required, { arabic: null })
  return parsers[type](decodedText(await received(req.arrayBuffer())))
}

const utf8Required = 'The file must be UTF-8. In a spreadsheet, save it as “CSV UTF-8”.'

/** The decoder removes a byte order mark. */
function decodedText(body: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body)
  } catch {
    throw refused('invalid_input', [{ pointer: '', code: 'invalid_text', detail: utf8Required }])
  }
}
