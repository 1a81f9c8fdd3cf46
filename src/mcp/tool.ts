import * as z from 'zod'
import type { Scope } from '../auth/tokens/scopes.ts'
import type { Caller } from '../context.ts'
import { type Problem, refused } from '../errors.ts'
import { listOf } from '../page.ts'
import { problemsIn, problemsOf } from '../problems.ts'
import { fit, Truncated } from './truncate.ts'
import { jsonSchema, type ObjectSchema } from './json-schema.ts'

/** What a call does to the shop, as hosts are told it: they ask their user before the ones that may destroy. */
const hints = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  /** Puts values in the place of others: the same call twice leaves what one leaves. */
  replace: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  /** May do so too, and the same call twice may do it twice. */
  adjust: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
} as const

type Effect = keyof typeof hints

type Arguments = Readonly<Record<string, unknown>>

export type Tool = {
  readonly name: string
  readonly scope: Scope
  /** As in tools/list; made when first asked for. */
  readonly listed: () => {
    readonly name: string
    readonly title: string
    readonly description: string
    readonly inputSchema: ObjectSchema
    readonly outputSchema: ObjectSchema
    readonly annotations: { readonly title: string; readonly openWorldHint: false } & (typeof hints)[Effect]
  }
  /** Throws a ServiceError for what is refused. */
  readonly call: (caller: Caller, given: Arguments) => Promise<Record<string, unknown>>
}

type Facts = {
  readonly name: string
  readonly title: string
  /** What it gives or does, and where the ids come from. States facts; never tells a model what to do. */
  readonly description: string
}

type Operation<Input extends z.ZodType, Output> = {
  (caller: Caller, input: z.output<Input>): Promise<Output>
  readonly scope: Scope
  readonly input: Input
}

/** A tool is a row of data about an operation, whose schemas it has. */
export function tool<Input extends z.ZodType, Output extends z.ZodObject>({
  effect,
  operation,
  input,
  answer,
  ...facts
}: Facts & {
  readonly effect: Effect
  readonly operation: Operation<Input, z.output<Output>> & { readonly output: Output }
  /** Where a tool takes less than the operation. */
  readonly input?: z.ZodType<z.output<Input>>
  /** Where a tool gives less: fields picked from the operation's own. */
  readonly answer?: z.ZodObject
}): Tool {
  const output = answer ?? operation.output
  return toolOf({
    ...facts,
    effect,
    scope: operation.scope,
    input: input ?? operation.input,
    output,
    perform: async (caller, given) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the one or the other, alike in output
      const done = await operation(caller, given)
      return fit(answer ? answer.parse(done) : { ...done })
    },
  })
}

/** In place of a list operation's own `limit`: rows that a model can read at once. */
export const RowLimit = { limit: z.int().min(1).max(50).default(10).describe('Rows an answer') }

type Listed = { data: readonly unknown[]; meta: object }

/** A tool over a list: its rows have the fields of `row` alone, picked from the operation's own. */
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
  /** The operation's own, without `page` (a cursor goes any distance) and with RowLimit. */
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
    perform: async (caller, asked) => {
      const found = await operation(caller, asked)
      const answer = fit(output.parse({ data: found.data, ...found.meta }))
      // The cursor goes on behind the last row that was found, so it would pass over those that were cut.
      return answer.truncated === undefined ? answer : { ...answer, has_more: true, next_cursor: null }
    },
  })
}

const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'Give 1 to 255 visible ASCII characters, without spaces')
  .optional()
  .describe('The same key when retrying the same action: the first answer is given again, and nothing is done twice')

function toolOf<Input extends z.ZodType>({
  name,
  title,
  description,
  effect,
  scope,
  input,
  output,
  perform,
}: Facts & {
  effect: Effect
  scope: Scope
  input: Input
  output: z.ZodObject
  perform: (caller: Caller, input: z.output<Input>) => Promise<Record<string, unknown>>
}): Tool {
  const repeats = hints[effect].idempotentHint
  const listed = () => ({
    name,
    title,
    description,
    inputSchema: repeats ? jsonSchema(input, 'input') : withKey(jsonSchema(input, 'input')),
    outputSchema: jsonSchema(output.extend(Truncated), 'output'),
    annotations: { title, ...hints[effect], openWorldHint: false as const },
  })
  let known: ReturnType<typeof listed> | undefined
  return {
    name,
    scope,
    listed: () => (known ??= listed()),
    async call(caller, given) {
      const { idempotency_key, ...rest } = given
      const key = IdempotencyKey.safeParse(repeats ? undefined : idempotency_key)
      const asked = input.safeParse(repeats ? given : rest)
      const problems = [
        ...storeIds(given, ''),
        ...(key.error?.issues.flatMap((issue) => problemsOf({ ...issue, path: ['idempotency_key'] })) ?? []),
        ...(asked.error ? problemsIn(asked.error) : []).filter(({ pointer }) => !pointer.endsWith('/store_id')),
      ]
      if (problems.length > 0 || !asked.success) throw refused('invalid_input', problems)
      const idempotencyKey = key.data === undefined ? caller.idempotencyKey : { value: key.data, isFromCaller: true }
      return perform({ ...caller, idempotencyKey }, asked.data)
    },
  }
}

function withKey(schema: ObjectSchema): ObjectSchema {
  const { idempotency_key } = Object(jsonSchema(z.object({ idempotency_key: IdempotencyKey }), 'input')['properties'])
  return { ...schema, properties: { ...Object(schema['properties']), idempotency_key } }
}

/** The store is the token's: an argument that names one is refused wherever it stands, never silently ignored. */
function storeIds(value: unknown, at: string): Problem[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (name !== 'store_id') return storeIds(inner, pointer)
    const detail = 'The token belongs to one store, and every call is about that one. Leave store_id out.'
    return [{ pointer, code: 'store_id_refused', detail }]
  })
}
