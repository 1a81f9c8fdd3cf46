import * as z from 'zod'
import { type Problem, refused } from '../errors/errors.ts'
import { problemsIn, problemsOf } from '../errors/problems.ts'

const GivenKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters without spaces')
  .optional()

/**
 * The fields of a call and its idempotency key. Refuses all problems at once. A repeatable tool has no key: calling it twice
 * does the same as once.
 */
export function readArguments<Input extends z.ZodType>(
  input: Input,
  given: Readonly<Record<string, unknown>>,
  isRepeatable: boolean,
): { readonly fields: z.output<Input>; readonly key: string | undefined } {
  const { idempotency_key, ...rest } = given
  const key = GivenKey.safeParse(isRepeatable ? undefined : idempotency_key)
  const parsed = input.safeParse(isRepeatable ? given : rest)
  const problems = [
    ...storeIds(given, ''),
    ...(key.error?.issues.flatMap((issue) => problemsOf({ ...issue, path: ['idempotency_key'] })) ?? []),
    ...(parsed.error ? problemsIn(parsed.error) : []).filter(({ pointer }) => !pointer.endsWith('/store_id')),
  ]
  if (problems.length > 0 || !parsed.success) throw refused('invalid_input', problems)
  return { fields: parsed.data, key: key.data }
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
