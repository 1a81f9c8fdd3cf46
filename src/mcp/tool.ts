import * as z from 'zod'
import type { Scope } from '../auth/tokens/scopes.ts'
import type { Caller } from '../context.ts'
import { type Problem, refused } from '../errors.ts'
import { listOf } from '../page.ts'
import { problemsIn, problemsOf } from '../problems.ts'
import { truncate, Truncated } from './truncate.ts'
import { jsonSchema, type ObjectSchema, outline } from './json-schema.ts'

/** What a call does to the store. Hosts ask their user before calling a destructive tool. */
const hints = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  /** Overwrites values; calling it twice has the same result as once. */
  replace: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  /** Changes values; calling it twice may change them twice. */
  adjust: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
} as const

type Effect = keyof typeof hints

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
    readonly annotations: { readonly title: string; readonly openWorldHint: false } & (typeof hints)[Effect]
  }
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
  ...facts
}: Facts & {
  readonly effect: Effect
  readonly operation: Operation<Input, z.output<Output>> & { readonly output: Output }
  /** A narrower schema, if the tool takes less than the operation. */
  readonly input?: z.ZodType<z.output<Input>>
  /** Selected fields, if the tool returns less than the operation. */
  readonly answer?: z.ZodObject
  /** Another tool that returns the same resource and describes its fields, as the description says. */
  readonly describedBy?: string
}): Tool {
  const output = answer ?? operation.output
  return toolOf({
    ...facts,
    effect,
    scope: operation.scope,
    input: input ?? operation.input,
    output,
    perform: async (caller, given) => {
      const done = await operation(caller, given)
      const { meta, ...rest } = truncate(answer ? answer.parse(done) : { ...done })
      if (meta === undefined) return rest
      // next_cursor continues after the last row found, so it would skip the rows that were cut.
      return {
        ...rest,
        meta: rest.truncated === undefined ? meta : { ...Object(meta), has_more: true, next_cursor: null },
      }
    },
  })
}

/** Replaces a list operation's `limit`, so that a model can read the rows at once. */
export const RowLimit = { limit: z.int().min(1).max(50).default(10).describe('Rows per page') }

type Listed = { data: readonly unknown[]; meta: object }

/** A tool for a list operation. `row` selects the fields of its rows. */
export function listTool<Input extends z.ZodObject, Output extends Listed>({
  operation,
  input,
  row,
  ...facts
}: Facts & {
  readonly operation: {
    (caller: Caller, input: z.output<Input>): Promise<Output>
    readonly scope: Scope
  }
  /** The operation's input, without `page` (the cursor is enough) and with RowLimit. */
  readonly input: Input
  readonly row: z.ZodObject
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
      const found = await operation(caller, given)
      const answer = truncate(output.parse({ data: found.data, ...found.meta }))
      // next_cursor continues after the last row found, so it would skip the rows that were cut.
      return answer.truncated === undefined ? answer : { ...answer, has_more: true, next_cursor: null }
    },
  })
}

const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters without spaces')
  .optional()
  .describe('Use the same key to retry an action: it returns the first result and does nothing twice')

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
  perform: (caller: Caller, input: z.output<Input>) => Promise<Record<string, unknown>>
}): Tool {
  const isRepeatable = hints[effect].idempotentHint
  const result = () => jsonSchema(output.extend(Truncated), 'output')
  const listed = () => ({
    name,
    title,
    description,
    inputSchema: isRepeatable ? jsonSchema(input, 'input') : withKey(jsonSchema(input, 'input')),
    outputSchema: describedBy === undefined ? result() : outline(result()),
    annotations: { title, ...hints[effect], openWorldHint: false as const },
  })
  let known: ReturnType<typeof listed> | undefined
  return {
    name,
    scope,
    listed: () => (known ??= listed()),
    async call(caller, given) {
      const { idempotency_key, ...rest } = given
      const key = IdempotencyKey.safeParse(isRepeatable ? undefined : idempotency_key)
      const parsed = input.safeParse(isRepeatable ? given : rest)
      const problems = [
        ...storeIds(given, ''),
        ...(key.error?.issues.flatMap((issue) => problemsOf({ ...issue, path: ['idempotency_key'] })) ?? []),
        ...(parsed.error ? problemsIn(parsed.error) : []).filter(({ pointer }) => !pointer.endsWith('/store_id')),
      ]
      if (problems.length > 0 || !parsed.success) throw refused('invalid_input', problems)
      const idempotencyKey = key.data === undefined ? caller.idempotencyKey : { value: key.data, isFromCaller: true }
      return perform({ ...caller, idempotencyKey }, parsed.data)
    },
  }
}

function withKey(schema: ObjectSchema): ObjectSchema {
  const { idempotency_key } = Object(jsonSchema(z.object({ idempotency_key: IdempotencyKey }), 'input')['properties'])
  return { ...schema, properties: { ...Object(schema['properties']), idempotency_key } }
}

/** The token decides the store, so store_id is refused at any depth, never silently ignored. */
function storeIds(value: unknown, at: string): Problem[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (name !== 'store_id') return storeIds(inner, pointer)
    const detail = 'The token belongs to one store, which every call uses. Omit store_id.'
    return [{ pointer, code: 'store_id_refused', detail }]
  })
}
