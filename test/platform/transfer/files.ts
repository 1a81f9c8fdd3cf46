import { z } from 'zod'
import { ImportReport } from '../../../src/platform/transfer/import-report.ts'
import { readCsv } from '../../../src/platform/transfer/csv.ts'
import { type Answer, type Service, service } from '../../support/service.ts'
import { type Client, expectBody } from '../../support/shop.ts'

export type Area = 'orders' | 'products' | 'customers'

export const types = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const

type SendOptions = { query?: string; headers?: Record<string, string>; type?: string; through?: Service }

/** Sends an import file. */
export const send = (
  { token }: Pick<Client, 'token'>,
  area: Area,
  body: BodyInit,
  { query = '', headers = {}, type = types.csv, through = service() }: SendOptions = {},
): Promise<Answer> =>
  through.fetch(`/api/${area}/import${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': type, ...headers },
    body,
  })

/** The report of an import that was accepted. */
export const sent = async (...args: Parameters<typeof send>) => expectBody(await send(...args), 200, ImportReport)

/** A CSV file, with quotes where necessary. */
export const csv = (header: string, ...rows: readonly (readonly unknown[])[]): string =>
  [header, ...rows.map((cells) => cells.map((cell) => quoted(String(cell))).join(','))].join('\r\n')

/** The report of an import of a CSV file. */
export const sentCsv = (owner: Pick<Client, 'token'>, area: Area, ...file: Parameters<typeof csv>) =>
  sent(owner, area, csv(...file))

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const jsonl = (...rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** The text of an export. */
export async function exported({ get }: Pick<Client, 'get'>, area: Area, query = '', headers = {}) {
  const answer = await get(`/api/${area}/export${query}`, headers)
  return expectBody(answer, 200, z.string())
}

/** The lines of a CSV export, as cells by column name. */
export function linesOf(text: string): Record<string, string>[] {
  const [header, ...rows] = [...readCsv(text.replace(/^\ufeff/, ''))]
  return rows.map(({ cells }) => Object.fromEntries((header?.cells ?? []).map((name, at) => [name, cells[at] ?? ''])))
}

/** The records of a JSONL export. */
export const recordsIn = <Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema>[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [schema.parse(JSON.parse(line))]))

/** The problems of the rows that failed: row or pointer, column if any, code. */
export const failuresOf = ({ rows }: z.output<typeof ImportReport>) =>
  rows
    .filter(({ status }) => status === 'failed')
    .flatMap(({ errors }) =>
      errors.map(({ row, column, pointer, code }) => [row ?? pointer, ...(column ? [column] : []), code]),
    )
