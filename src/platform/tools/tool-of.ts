import * as z from 'zod'
import type { Scope } from '../auth/tokens/scopes.ts'
import type { Caller } from '../operation/context.ts'
import { flag } from '../transfer/cell-types.ts'
import type { Arguments } from './as-meant.ts'
import { readArguments } from './arguments.ts'
import { type Effect, hints } from './effects.ts'
import {
  describedBy as resultOf,
  inputSchema,
  type ObjectSchema,
  outputSchema,
  takesNull,
  withIdempotencyKey,
} from './json-schema.ts'
import { Truncated } from './truncate.ts'

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
  /** The whole schema of the result, of which tools/list has the names. */
  readonly output: z.ZodObject
  /** Throws a ServiceError if the call is refused. */
  readonly call: (caller: Caller, given: Arguments) => Promise<Record<string, unknown>>
}

export type Facts = {
  readonly name: string
  readonly title: string
  /** What the tool does or returns, and where ids come from. States facts; never tells a model what to do. */
  readonly description: string
}

type Call = {
  /** The arguments as they were sent. */
  readonly asked: Arguments
  readonly isFull: boolean
}

/** Whether a read returns more of one resource. */
const Full = z.preprocess((given) => (typeof given === 'string' ? flag.read(given) : given), z.boolean().nullish())

const Cleared = { cleared: z.array(z.string()).optional() }

/** Whether the call changes something that exists. A `save_` tool without an id creates. */
function changesOne(name: string, input: z.ZodType, asked: Arguments): boolean {
  const id = `${name.slice(name.indexOf('_') + 1)}_id`
  return asked[id] !== undefined || !(input instanceof z.ZodObject && id in input.shape)
}

/** The fields that null emptied, those within objects with their path. A model may have meant to leave them out. */
const clearedIn = (asked: unknown, fields: unknown, at = ''): string[] =>
  Object.entries(Object(asked)).flatMap(([name, given]) => {
    const field: unknown = Object(fields)[name]
    if (given === null) return field === null ? [`${at}${name}`] : []
    return typeof given === 'object' && !Array.isArray(given) ? clearedIn(given, field, `${at}${name}.`) : []
  })

/** A tool that checks its arguments and leaves the rest to `perform`. */
export function toolOf<Input extends z.ZodType>({
  name,
  title,
  description,
  effect,
  scope,
  input,
  output,
  describedBy,
  takesFull,
  perform,
}: Facts & {
  effect: Effect
  scope: Scope
  input: Input
  output: z.ZodObject
  describedBy?: string | undefined
  /** Whether `full` raises the size limit of the result. */
  takesFull: boolean
  perform: (caller: Caller, input: z.output<Input>, call: Call) => Promise<Record<string, unknown>>
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
    output: clears ? output.extend(Cleared) : output,
    listed: () => (known ??= listed()),
    async call(caller, given) {
      const { full, ...withoutFull } = given
      const wanted = takesFull ? Full.safeParse(full) : undefined
      const { fields, asked, key } = readArguments(input, wanted?.success ? withoutFull : given, {
        effect,
        isRepeatable,
      })
      const idempotencyKey = key === undefined ? caller.idempotencyKey : { value: key, isFromCaller: true }
      const result = await perform({ ...caller, idempotencyKey }, fields, { asked, isFull: wanted?.data === true })
      const cleared = clears && changesOne(name, input, asked) ? clearedIn(asked, fields) : []
      return cleared.length > 0 ? { ...result, cleared } : result
    },
  }
}
