import * as z from 'zod'
import type { Scope } from '../auth/tokens/scopes.ts'
import type { Caller } from '../operation/context.ts'
import { listOf } from '../lists/page.ts'
import { namesOnlyIn, readArguments } from './arguments.ts'
import { type Effect, hints } from './effects.ts'
import {
  describedBy as resultOf,
  inputSchema,
  type ObjectSchema,
  outputSchema,
  takesNull,
  withIdempotencyKey,
} from './json-schema.ts'
import { maxBytes, truncate, Truncated } from './truncate.ts'

type Arguments = Readonly<Record<string, unknown>>

export type Tool = {
  readonly name: string
  readonly scope: Scope
  /** The entry in tools/list, created when first needed. */
  readonly listed: () => {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly inputSchema: ObjectSchema
    readonly outputSchema: ObjectSchema
    readonly annotations: { readonly openWorldHint: false } & (typeof hints)[Effect]
  }
  /** Fields that the operation takes and the tool does not. */
  readonly leftToPeople?: readonly string[]
  /** The whole schema of the result, of which tools/list has the names. */
  readonly output: z.ZodObject
  /** Throws a ServiceError if the call is refused. */
  readonly call: (caller: Caller, given: Arguments) => Promise<Record<string, unknown>>
}

type Facts = {
  readonly name: string
  readonly title: string
  /** What the tool does or returns, and where ids come from. States facts; never tells a model what to do. */
  readonly description: string
}

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
  ...facts
}: Facts & {
  readonly effect: Effect
  readonly operation: Operation<Input, z.output<Output>> & { readonly output: Output }
  /** A narrower schema, if the tool takes less than the operation. */
  readonly input?: z.ZodType<z.output<Input>>
  /** Selected fields, if the tool returns less than the operation. */
  readonly answer?: z.ZodObject
  /** The result in the form of `answer`. */
  readonly toAnswer?: (done: z.output<Output>, now: Date) => object
  /** A refusal in terms of tools. */
  readonly toError?: (error: unknown, input: z.output<Input>) => unknown
  /** Another tool that returns the same resource and describes its fields. */
  readonly describedBy?: string
}): Tool {
  const output = answer ?? operation.output
  const leftToPeople = input && effect !== 'read' ? namesOnlyIn(operation.input, input) : []
  const made = toolOf({
    ...facts,
    effect,
    scope: operation.scope,
    input: input ?? operation.input,
    output,
    perform: async (caller, given, isFull) => {
      const done = await operation(caller, given).catch((error: unknown) => {
        throw toError ? toError(error, given) : error
      })
      const whole = answer ? answer.parse(toAnswer ? toAnswer(done, new Date()) : done) : { ...done }
      const { meta, ...cut } = truncate(whole, isFull ? maxBytes.full : maxBytes.usual)
      const isCut = effect === 'read' && cut.truncated !== undefined && !isFull
      const rest = isCut ? { ...cut, hint: 'With full: true, the same call returns up to 100 KB.' } : cut
      if (meta === undefined) return rest
      // next_cursor continues after the last row found, so it would skip the rows that were cut.
      return {
        ...rest,
        meta: cut.truncated === undefined ? meta : { ...Object(meta), has_more: true, next_cursor: null },
      }
    },
  })
  return { ...made, leftToPeople }
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
}): Tool {
  const { data, meta } = listOf(row).shape
  const { total, total_is_capped, has_more, next_cursor } = meta.shape
  const output = z.object({ data, total, total_is_capped, has_more, next_cursor })
  return toolOf({
    ...facts,
    effect: 'read',
    scope: operation.scope,
    input,
    output,
    perform: async (caller, given) => {
      const now = new Date()
      const read = async (page: z.output<Input>) => {
        const found = await operation(caller, page)
        return output.parse({ data: toRow ? found.data.map((item) => toRow(item, now)) : found.data, ...found.meta })
      }
      const found = await read(given)
      const cut = truncate(found, maxBytes.usual)
      if (cut.truncated === undefined) return cut
      const kept = Array.isArray(cut['data']) ? cut['data'].length : 0
      // One large row, such as the text of a page, is what the caller asked for.
      if (kept === 0) return truncate(found, maxBytes.full)
      // The cursor after the last row found would skip those that were cut.
      return { ...(await read({ ...given, limit: kept })), truncated: cut.truncated }
    },
  })
}

function toolOf<Input extends z.ZodType>({
  name,
  title,
  description,
  effect,
  scope,
  input,
  output,
  describedBy,
  perform,
}: Facts & {
  effect: Effect
  scope: Scope
  input: Input
  output: z.ZodObject
  describedBy?: string | undefined
  perform: (caller: Caller, input: z.output<Input>, isFull: boolean) => Promise<Record<string, unknown>>
}): Tool {
  const isRepeatable = hints[effect].idempotentHint
  // A new resource has nothing to clear.
  const clears = effect !== 'create' && takesNull(input)
  const listed = () => ({
    name,
    title,
    description: clears ? `${description} null clears a field.` : description,
    inputSchema: isRepeatable ? inputSchema(input) : withIdempotencyKey(inputSchema(input)),
    outputSchema: describedBy === undefined ? outputSchema(output.extend(Truncated)) : resultOf(describedBy),
    annotations: { ...hints[effect], openWorldHint: false as const },
  })
  let known: ReturnType<typeof listed> | undefined
  return {
    name,
    scope,
    output,
    listed: () => (known ??= listed()),
    async call(caller, given) {
      const isFull = effect === 'read' && given['full'] === true
      const { full: _full, ...withoutFull } = given
      const { fields, key } = readArguments(input, isFull ? withoutFull : given, isRepeatable)
      const idempotencyKey = key === undefined ? caller.idempotencyKey : { value: key, isFromCaller: true }
      return perform({ ...caller, idempotencyKey }, fields, isFull)
    },
  }
}
