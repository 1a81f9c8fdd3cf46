import { z } from 'zod'
import { ImportReport } from '../../src/transfer/import-rows.ts'
import { readCsv } from '../../src/transfer/csv.ts'
import { type Answer, type Service, service } from '../support/service.ts'
import { type Client, expectBody } from '../support/shop.ts'

export type Area = 'orders' | 'products' | 'customers'

export const types = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const

type Sending = { query?: string; headers?: Record<string, string>; type?: string; through?: Service }

/** Sends a file as it is. */
export const send = (
  { token }: Pick<Client, 'token'>,
  area: Area,
  body: BodyInit,
  { query = '', headers = {}, type = types.csv, through = service() }: Sending = {},
): Promise<Answer> =>
  through.fetch(`/api/${area}/import${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': type, ...headers },
    body,
  })

/** What became of a file that was taken. */
export const sent = async (...args: Parameters<typeof send>) => expectBody(await send(...args), 200, ImportReport)

/** Rows under a header, quoted where they must be. */
export const csv = (header: string, ...rows: readonly (readonly unknown[])[]): string =>
  [header, ...rows.map((cells) => cells.map((cell) => quoted(String(cell))).join(','))].join('\r\n')

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const jsonl = (...rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** An export as it came. */
export async function exported({ get }: Pick<Client, 'get'>, area: Area, query = '', headers = {}) {
  const answer = await get(`/api/${area}/export${query}`, headers)
  return expectBody(answer, 200, z.string())
}

/** The lines of a CSV export, each by its column. */
export function linesOf(text: string): Record<string, string>[] {
  const [header, ...rows] = [...readCsv(text.replace(/^\ufeff/, ''))]
  return rows.map(({ cells }) => Object.fromEntries((header?.cells ?? []).map((name, at) => [name, cells[at] ?? ''])))
}

/** The things of a JSON lines export. */
export const thingsOf = <Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema>[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [schema.parse(JSON.parse(line))]))

/** What is told of the rows that failed: row, column or pointer, code. */
export const failuresOf = ({ rows }: z.output<typeof ImportReport>) =>
  rows
    .filter(({ status }) => status === 'failed')
    .flatMap(({ errors }) =>
      errors.map(({ row, column, pointer, code }) => [row ?? pointer, ...(column ? [column] : []), code]),
    )
