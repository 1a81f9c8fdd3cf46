import type { Example } from './operation-object.ts'

/** The text of a file in docs/samples. */
export type ReadSample = (file: string) => string

type Import = {
  readonly file: string
  /** The row of each record in the CSV file, with its external_id. */
  readonly records: readonly (readonly [row: number, external_id: string])[]
}

const imports: Readonly<Record<string, Import>> = {
  import_products: {
    file: 'products',
    records: [
      [2, 'P-2001'],
      [4, 'P-2002'],
    ],
  },
  import_customers: {
    file: 'customers',
    records: [
      [2, 'C-2001'],
      [3, 'C-2002'],
    ],
  },
  import_orders: {
    file: 'orders',
    records: [
      [2, 'SO-2001'],
      [4, 'SO-2002'],
    ],
  },
}

/** The sample files as requests, and what a dry run says of the one in CSV. */
export function importExample(operationId: string, read: ReadSample): Example | undefined {
  const found = imports[operationId]
  if (!found) return undefined
  const { file, records } = found
  return {
    query: { dry_run: 'true' },
    requests: { 'text/csv': read(`${file}.csv`), 'application/x-ndjson': read(`${file}.jsonl`) },
    response: {
      dry_run: true,
      created: records.length,
      updated: 0,
      unchanged: 0,
      failed: 0,
      rows: records.map(([row, external_id]) => ({
        row,
        external_id,
        status: 'created',
        id: null,
        errors: [],
        warnings: [],
      })),
    },
  }
}
