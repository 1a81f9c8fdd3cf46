import type { Problem } from '../errors/errors.ts'

/** One order, product or customer of an import file, not yet validated. */
export type ImportRecord = {
  /** Its first row in the file. */
  readonly row: number
  /** Undefined if the row cannot be parsed. */
  readonly value: unknown
  /** What is wrong with the row itself, before its value is validated. */
  readonly problems: readonly RowProblem[]
  /** Turns a problem of the value into one of the file. */
  readonly locate: (problem: Problem) => RowProblem
}

/** A problem of a record: in CSV with its row and column, in JSONL with a pointer into the line. */
export type RowProblem = {
  readonly pointer?: string
  readonly row?: number
  readonly column?: string
  readonly code: string
  readonly detail: string
}
