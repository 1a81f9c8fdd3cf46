import type * as z from 'zod'
import type { Scope } from '../auth/tokens/scopes.ts'
import type { Caller } from '../operation/context.ts'
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

export type Arguments = Readonly<Record<string, unknown>>

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
    output,
    listed: () => (known ??= listed()),
    async call(caller, given) {
      const isFull = takesFull && given['full'] === true
      const { full: _full, ...withoutFull } = given
      const { fields, key } = readArguments(input, isFull ? withoutFull : given, isRepeatable)
      const idempotencyKey = key === undefined ? caller.idempotencyKey : { value: key, isFromCaller: true }
      return perform({ ...caller, idempotencyKey }, fields, { asked: given, isFull })
    },
  }
}
