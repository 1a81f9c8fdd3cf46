import * as z from 'zod'
import { type Problem, refused } from '../errors/errors.ts'
import { problemsIn, problemsOf } from '../errors/problems.ts'
import { type Arguments, asMeant } from './as-meant.ts'
import type { Effect } from './effects.ts'

const GivenKey = z
  .preprocess(
    (given) => (typeof given === 'number' ? String(given) : given),
    z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters without spaces')
      .nullish(),
  )
  .transform((key) => key ?? undefined)

/**
 * The fields of a call, the arguments that they were read from, and its idempotency key. Refuses all problems at once. A
 * repeatable tool has no key: calling it twice does the same as once.
 */
export function readArguments<Input extends z.ZodType>(
  input: Input,
  given: Arguments,
  { effect, isRepeatable }: { readonly effect: Effect; readonly isRepeatable: boolean },
): { readonly fields: z.output<Input>; readonly asked: Arguments; readonly key: string | undefined } {
  const { idempotency_key, ...rest } = given
  const key = GivenKey.safeParse(isRepeatable ? undefined : idempotency_key)
  // What a read or a new resource does not name has no former value that it might replace.
  const asked = asMeant(input, isRepeatable ? given : rest, { blankIsAbsent: effect === 'read' || effect === 'create' })
  const parsed = input.safeParse(asked)
  const problems = [
    ...storeIds(asked, ''),
    ...(key.error?.issues.flatMap((issue) => problemsOf(issue, ['idempotency_key'])) ?? []),
    ...(parsed.error ? problemsIn(parsed.error, asked) : []).filter(({ pointer }) => !pointer.endsWith('/store_id')),
  ]
  if (problems.length > 0 || !parsed.success) throw refused('invalid_input', problems)
  return { fields: parsed.data, asked, key: key.data }
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
