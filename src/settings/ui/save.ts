import type * as z from 'zod'
import type { Caller } from '../../context.ts'
import { type Problem, ServiceError } from '../../errors.ts'
import { kinds } from '../../http/problem.ts'
import { problemsIn } from '../../problems.ts'

/** Why a form was not saved, and the HTTP status. */
export type FormError = { readonly status: 409 | 422; readonly text: string }

/** Why an operation refused a form. Without `formError`, because of its fields. */
export type Refused = { readonly problems: readonly Problem[]; readonly formError?: FormError }

type Operation<Input extends z.ZodType> = {
  (caller: Caller, input: z.output<Input>): Promise<unknown>
  readonly input: Input
}

const conflict =
  'Nothing was saved, because someone else changed this after you opened it. Your entries are below. Save again to replace their changes.'

/**
 * Saves what a form contains. Returns why it was refused, if the person can correct it. `isReadable`: false if some fields
 * are known to be invalid; then the others are checked only.
 */
export async function save<Input extends z.ZodType>(
  operation: Operation<Input>,
  caller: Caller,
  input: unknown,
  isReadable: boolean,
): Promise<Refused | undefined> {
  const parsed = operation.input.safeParse(input)
  if (!parsed.success) return { problems: problemsIn(parsed.error) }
  if (!isReadable) return { problems: [] }
  try {
    await operation(caller, parsed.data)
    return undefined
  } catch (error) {
    if (error instanceof ServiceError) return refusedBy(error)
    throw error
  }
}

function refusedBy(error: ServiceError): Refused {
  if (error.code === 'version_conflict') return { problems: [], formError: { status: 409, text: conflict } }
  if (error.code === 'limit_reached')
    return { problems: [], formError: { status: 409, text: `Nothing was saved. ${error.message}` } }
  const { status } = kinds[error.code]
  if (error.errors.length > 0 && (status === 409 || status === 422)) return { problems: error.errors }
  throw error
}

/** For a form with invalid fields. `others`: problems of no field. */
export const invalidForm = (others: readonly string[]): FormError => ({
  status: 422,
  text: `Nothing was saved. ${others.length > 0 ? others.join(' ') : 'Correct the fields marked below.'}`,
})
