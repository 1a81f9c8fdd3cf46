import type { Child } from 'hono/jsx'
import type * as z from 'zod'
import type { Caller } from '../../../platform/operation/context.ts'
import { type Problem, ServiceError } from '../../../platform/errors/errors.ts'
import { problemKinds } from '../../../platform/http/problem.ts'
import { problemsIn } from '../../../platform/errors/problems.ts'
import { wordsIn } from '../words/words.ts'
import type { Language } from '../../../platform/values/language.ts'
import { inEnglish, refusalText } from './error-text.ts'

/** Why a form was not saved, and the HTTP status. */
export type FormError = { readonly status: 409 | 422; readonly text: Child }

/** Why an operation refused a form: because of its fields, or because of an error of the whole form. */
export type RefusedForm = { readonly problems: readonly Problem[]; readonly error?: ServiceError }

type Operation<Input extends z.ZodType> = {
  (caller: Caller, input: z.output<Input>): Promise<unknown>
  readonly input: Input
}

/**
 * Saves what a form contains. Returns why it was refused, if the person can correct it. `isReadable`: false if some fields
 * are known to be invalid; then the others are checked only.
 */
export async function save<Input extends z.ZodType>(
  operation: Operation<Input>,
  caller: Caller,
  input: unknown,
  isReadable: boolean,
): Promise<RefusedForm | undefined> {
  const parsed = operation.input.safeParse(input)
  if (!parsed.success) return { problems: problemsIn(parsed.error, input) }
  if (!isReadable) return { problems: [] }
  try {
    await operation(caller, parsed.data)
    return undefined
  } catch (error) {
    if (error instanceof ServiceError) return refusedBy(error)
    throw error
  }
}

const wholeForm = ['version_conflict', 'limit_reached', 'too_many_webhooks']

function refusedBy(error: ServiceError): RefusedForm {
  if (wholeForm.includes(error.code)) return { problems: [], error }
  const { status } = problemKinds[error.code]
  if (error.errors.length > 0 && (status === 409 || status === 422)) return { problems: error.errors }
  throw error
}

/** What a page says above a form that was refused. `others`: problems of no field, in English. */
export function formErrorOf(error: ServiceError | undefined, others: readonly string[], language: Language): FormError {
  const words = wordsIn(language).ui.form
  if (error?.code === 'version_conflict') return { status: 409, text: words.conflict }
  if (error) return { status: 409, text: words.nothingSaved(refusalText(error, language)) }
  if (others.length === 0) return { status: 422, text: words.nothingSaved(words.correctFields) }
  const text = others.join(' ')
  return { status: 422, text: words.nothingSaved(language === 'en' ? text : inEnglish(text)) }
}
