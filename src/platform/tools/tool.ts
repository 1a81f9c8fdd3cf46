import * as z from 'zod'
import type { Scope } from '../auth/tokens/scopes.ts'
import type { Caller } from '../operation/context.ts'
import { listOf } from '../lists/page.ts'
import type { Effect } from './effects.ts'
import type { Arguments } from './as-meant.ts'
import { type Facts, type Tool, toolOf } from './tool-of.ts'
import { maxBytes, truncate } from './truncate.ts'

type Operation<Input extends z.ZodType, Output> = {
  (caller: Caller, input: z.output<Input>): Promise<Output>
  readonly scope: Scope
  readonly input: Input
}

/** A tool for an operation, with the operation's schemas. */
export function tool<Input extends z.ZodType, Output extends z.ZodObject>({
  effect,
  operation,
  input,
  answer,
  toAnswer,
  toError,
  oldestFirst,
  ...facts
}: Facts & {
  readonly effect: Effect
  readonly operation: Operation<Input, z.output<Output>> & { readonly output: Output }
  /** A narrower schema, if the tool takes less than the operation. */
  readonly input?: z.ZodType<z.output<Input>>
  /** Selected fields, if the tool returns less than the operation. */
  readonly answer?: z.ZodObject
  /** The result in the form of `answer`. */
  readonly toAnswer?: (done: z.output<Output>, now: Date, given: z.output<Input>) => object
  /** A refusal in terms of tools. */
  readonly toError?: (error: unknown, input: z.output<Input>) => unknown
  /** Lists of the result that are in order of time, and are cut at their old end if they are too long. */
  readonly oldestFirst?: readonly string[]
  /** Another tool that returns the same resource and describes its fields. */
  readonly describedBy?: string
}): Tool {
  const output = answer ?? operation.output
  return toolOf({
    ...facts,
    effect,
    scope: operation.scope,
    input: input ?? operation.input,
    output,
    takesFull: effect === 'read',
    perform: async (caller, given, { isFull }) => {
      const done = await operation(caller, given).catch((error: unknown) => {
        throw toError ? toError(error, given) : error
      })
      const whole = answer ? answer.parse(toAnswer ? toAnswer(done, new Date(), given) : done) : { ...done }
      const { meta, ...cut } = truncate(whole, isFull ? maxBytes.full : maxBytes.usual, oldestFirst)
      const isCut = effect === 'read' && cut.truncated !== undefined && !isFull
      const rest = isCut ? { ...cut, hint: 'full: true in the same call returns up to 100 KB.' } : cut
      if (meta === undefined) return rest
      // next_cursor continues after the last row found, so it would skip the rows that were cut.
      return {
        ...rest,
        meta: cut.truncated === undefined ? meta : { ...Object(meta), has_more: true, next_cursor: null },
      }
    },
  })
}

/** Replaces a list operation's `limit`, so that a model can read the rows at once. */
export const RowLimit = { limit: z.int().min(1).max(50).default(10).describe('Rows per page') }

type Listed<Item> = { data: readonly Item[]; meta: object }

/** A tool for a list operation. `row` selects the fields of its rows. */
export function listTool<Input extends z.ZodObject, Item>({
  operation,
  input,
  row,
  toRow,
  also = {},
  hintIfEmpty,
  ...facts
}: Facts & {
  readonly operation: {
    (caller: Caller, input: z.output<Input>): Promise<Listed<Item>>
    readonly scope: Scope
  }
  /** The operation's input, without `page` (the cursor is enough) and with RowLimit. */
  readonly input: Input
  readonly row: z.ZodObject
  /** A row in the form of `row`, if that has more than the operation's. */
  readonly toRow?: (item: Item, now: Date) => object
  /** What the operation returns besides rows. */
  readonly also?: z.ZodRawShape
  /** What may be wrong with the filters if they find nothing. */
  readonly hintIfEmpty?: (filters: z.output<Input>) => string | undefined
}): Tool {
  const { data, meta } = listOf(row).shape
  const { total, total_is_capped, has_more, next_cursor } = meta.shape
  const output = z.object({ data, total, total_is_capped, has_more, next_cursor, ...also })
  const answer = output.extend({
    filters: z.record(z.string(), z.unknown()).optional(),
    hint: z.string().optional(),
  })
  return toolOf({
    ...facts,
    effect: 'read',
    scope: operation.scope,
    input,
    output: answer,
    takesFull: false,
    perform: async (caller, given, { asked }) => {
      const now = new Date()
      const read = async (page: z.output<Input>) => {
        const found = await operation(caller, page)
        const rows = toRow ? found.data.map((item) => toRow(item, now)) : found.data
        return output.parse({ ...found, ...found.meta, data: rows })
      }
      const found = await read(given)
      if (found.data.length === 0) {
        const hint = hintIfEmpty?.(given)
        return { ...found, filters: filtersIn(asked), ...(hint !== undefined && { hint }) }
      }
      const cut = truncate(found, maxBytes.usual)
      if (cut.truncated === undefined) return cut
      // At least one.
      const kept = Array.isArray(cut['data']) ? cut['data'].length : 0
      const missing = found.data.length - kept
      // The cursor after the last row found would skip the rows that were cut.
      const page = missing > 0 ? await read({ ...given, limit: kept }) : found
      const rest = missing > 0 && { truncated: ['data'], left_out: { data: missing } }
      if (kept > 1) return { ...page, ...rest }
      // One large row, such as the text of a page, is what the caller asked for.
      const { truncated = [], left_out, ...row } = truncate(page, maxBytes.full)
      const names = [...(rest ? rest.truncated : []), ...truncated]
      return {
        ...row,
        ...(names.length > 0 && { truncated: [...new Set(names)] }),
        ...((rest || left_out) && { left_out: { ...(rest && rest.left_out), ...left_out } }),
      }
    },
  })
}

/** What narrowed a list. A model that sees it next to an empty list finds its own mistakes; undefined if nothing did. */
function filtersIn({ limit: _limit, cursor: _cursor, sort: _sort, ...filters }: Arguments): Arguments | undefined {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return given.length > 0 ? Object.fromEntries(given) : undefined
}
