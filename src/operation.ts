import type { z } from 'zod'
import type { Scope } from './auth/scopes.ts'
import { type Caller, type Context, openContext } from './context.ts'

type Definition<Input extends z.ZodType, Output extends z.ZodType> = {
  /** Verb and noun. Idempotency keys are kept under it, so it never changes. */
  readonly name: string
  readonly scope: Scope
  readonly input: Input
  readonly output: Output
}

/** One thing that can be done to a shop. REST routes and MCP tools are doors onto it; rules and SQL are in `work`. */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  { name, scope, input, output }: Definition<Input, Output>,
  work: (context: Context, input: z.output<Input>) => Promise<z.output<Output>>,
) {
  const perform = (caller: Caller, given: z.output<Input>) => work(openContext({ name, scope }, caller, given), given)
  return Object.assign(perform, { scope, input, output })
}
