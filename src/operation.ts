import * as z from 'zod'
import type { Scope } from './auth/tokens/scopes.ts'
import type { RecentSignIn } from './auth/sign-in/sign-in-needed.ts'
import type { Caller, Context, Visitor, VisitorContext } from './context.ts'
import { openContext, openVisitorContext } from './open-context.ts'
import type { Refusals } from './refusals.ts'

type Definition<Input extends z.ZodType, Output extends z.ZodType> = {
  /** Verb and noun. Idempotency keys are kept under it, so it never changes. */
  readonly name: string
  readonly scope: Scope
  readonly input: Input
  readonly output: Output
  /** What the database may refuse, besides what any operation can meet. */
  readonly refusals?: Refusals
  /** What somebody on the pages must have done in the last 15 minutes; null: nothing, which is the default. */
  readonly recentSignIn?: (input: z.output<Input>) => RecentSignIn | null
}

/** One thing that can be done to a shop. REST routes and MCP tools are doors onto it; rules and SQL are in `work`. */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  { name, scope, input, output, recentSignIn = () => null, refusals = {} }: Definition<Input, Output>,
  work: (context: Context, input: z.output<Input>) => Promise<z.output<Output>>,
) {
  const perform = (caller: Caller, given: z.output<Input>) =>
    work(openContext({ name, scope, recentSignIn: recentSignIn(given), refusals }, caller, given), given)
  return Object.assign(perform, { scope, input, output, refusals })
}

/**
 * What somebody without a session or token may ask for. Who may is decided by the database functions that `work`
 * calls: they see past row-level security, and nothing else that it can reach does.
 */
export function publicOperation<Input extends z.ZodType, Output extends z.ZodType>(
  { input, output, refusals = {} }: Pick<Definition<Input, Output>, 'input' | 'output' | 'refusals'>,
  work: (context: VisitorContext, input: z.output<Input>) => Promise<z.output<Output>>,
) {
  const perform = (visitor: Visitor, given: z.output<Input>) => work(openVisitorContext(visitor, refusals), given)
  return Object.assign(perform, { input, output, refusals })
}

/** Whether a change has no field at all: then there is no new version of the resource, and no event. */
export const isEmptyChange = (changes: object): boolean => Object.values(changes).every((value) => value === undefined)

/** Of a change: refuse it where the resource has moved on from the version that the caller read. */
export const ExpectedVersion = z
  .int()
  .min(1)
  .optional()
  .describe('The version that was read; a newer one refuses the change')
