import type { ErrorCode, Problem, ServiceError } from '../errors/errors.ts'
import { fieldLabels, type Translated } from '../values/field-labels.ts'
import { fieldOf } from './problem-field.ts'

const labels: Readonly<Partial<Record<string, Translated>>> = fieldLabels

/** In place of texts for programs, by code. A refusal that has words of its own keeps them. */
export const shopperTexts = {
  rate_limited: 'Too many requests in a short time. Try again in a moment.',
  challenge_required: 'Complete the check that you are not a bot, then try again.',
  challenge_failed: 'The check that you are not a bot failed or has expired. Complete it again, then try again.',
  challenge_unavailable: 'We cannot check that you are not a bot right now. Try again in a moment.',
  idempotency_key_reused:
    'You have already sent this with other details. Ask the store whether it arrived before you send it again.',
  database_unavailable: 'The shop is not available right now. Try again in a moment.',
  internal_error: 'Something went wrong on our side. Try again in a moment.',
} as const satisfies Partial<Record<ErrorCode, string>>

const texts: Readonly<Partial<Record<string, string>>> = shopperTexts

/** An error in English, in words for shoppers: fields have what they call them in place of their names. */
export function labelledForShoppers({
  arabic,
  code,
  errors,
  message,
}: Pick<ServiceError, 'arabic' | 'code' | 'errors' | 'message'>) {
  const said = arabic === undefined ? texts[code] : undefined
  const [first] = errors
  const start =
    first && message.startsWith(first.detail) ? labelled(first) + message.slice(first.detail.length) : message
  return {
    detail: said ?? start,
    errors: errors.map((problem) => ({ ...problem, detail: labelled(problem) })),
  }
}

function labelled({ code, pointer, detail }: Problem): string {
  const said = code.startsWith('challenge_') ? texts[code] : undefined
  if (said !== undefined) return said
  const field = fieldOf(pointer) ?? ''
  const label = labels[field]?.en
  return label !== undefined && detail.startsWith(`${field} `) ? label + detail.slice(field.length) : detail
}
