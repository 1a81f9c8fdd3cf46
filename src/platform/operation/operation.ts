import * as z from 'zod'
import { grantedBy, type Scope } from '../auth/tokens/scopes.ts'
import { refused } from '../errors/errors.ts'
import type { RecentSignIn } from '../auth/sign-in/sign-in-needed.ts'
import { type Caller, type Context, isPerson, type Visitor, type VisitorContext } from './context.ts'
import { filterFieldsOf, filtersIn } from '../references/filter.ts'
import { expectRanges } from './expect-ranges.ts'
import { openContext } from './open-context.ts'
import { openVisitorContext } from './open-visitor-context.ts'
import type { Refusals } from './refusals.ts'

type Definition<Input extends z.ZodType, Output extends z.ZodType> = {
  /** Verb and noun. Idempotency keys are stored under it, so it never changes. */
  readonly name: string
  readonly scope: Scope
  readonly input: Input
  readonly output: Output
  /** What the database may refuse, besides the refusals common to all operations. */
  readonly refusals?: Refusals
  /** What a person on the web pages must have done in the last 15 minutes. Default: nothing. */
  readonly recentSignIn?: (input: z.output<Input>) => RecentSignIn | null
}

/** One thing that can be done in a store. REST routes and MCP tools call it; rules and SQL are in `work`. */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  { name, scope, input, output, recentSignIn, refusals = {} }: Definition<Input, Output>,
  work: (context: Context, input: z.output<Input>) => Promise<z.output<Output>>,
) {
  const fields = filterFieldsOf(input)

  async function perform(caller: Caller, given: z.output<Input>): Promise<z.output<Output>> {
    // Periods of analytics have defaults, so the database refuses them.
    if (!('period_empty' in refusals)) expectRanges(given)
    const opening = {
      name,
      scope,
      recentSignIn: recentSignIn?.(given) ?? null,
      refusals,
      filters: filtersIn(fields, given),
    }
    const context = openContext(opening, caller, given)
    // The database refuses this, and says whether the token or key is valid at all.
    if (!isPerson(caller.credential) && grantedBy(scope).length === 0) await context.run(() => [])
    return work(context, given)
  }
  return Object.assign(perform, { id: name, scope, input, output, refusals, mayNeedSignIn: recentSignIn !== undefined })
}

type PublicDefinition<Input extends z.ZodType, Output extends z.ZodType> = {
  readonly input: Input
  readonly output: Output
  readonly refusals?: Refusals
}

/**
 * An operation for callers without a session or token. The database functions that `work` calls decide who may do what;
 * row-level security hides everything else.
 */
export function publicOperation<Input extends z.ZodType, Output extends z.ZodType>(
  { input, output, refusals = {} }: PublicDefinition<Input, Output>,
  work: (context: VisitorContext, input: z.output<Input>) => Promise<z.output<Output>>,
) {
  async function perform(visitor: Visitor, given: z.output<Input>): Promise<z.output<Output>> {
    expectRanges(given)
    return work(openVisitorContext(visitor, refusals), given)
  }
  return Object.assign(perform, { input, output, refusals })
}

/** Whether a change has no fields. Such a change creates no new version and no event. */
export const isEmptyChange = (changes: object): boolean => changedNames(changes).length === 0

/** The fields that a change has a value for. */
export const changedNames = (changes: object): string[] =>
  Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]))

/** Refuses a change if the resource no longer has the version that the caller read. */
export const ExpectedVersion = z
  .int()
  .min(1)
  .optional()
  .describe('The version that you read. Fails if it has changed since')
  .meta({ tool: false })

/** Refuses to save a new one without the field that it needs, and with a version, which nobody can have read. */
export function neededForNew<Value>(
  kind: string,
  [field, value]: readonly [string, Value | undefined],
  expectedVersion: number | undefined,
): Value {
  if (expectedVersion !== undefined)
    throw refused('invalid_input', [
      {
        pointer: '/expected_version',
        code: 'option_unused',
        detail: 'expected_version is only for a change. Send the id of what to change, or leave expected_version out.',
      },
    ])
  if (value === undefined)
    throw refused('invalid_input', [
      { pointer: `/${field}`, code: 'required', detail: `${field} is required for a new ${kind}.` },
    ])
  return value
}
