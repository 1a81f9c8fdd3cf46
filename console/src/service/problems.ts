import { ProblemError } from '@merchant-commerce/client'

export type FailureKind = 'offline' | 'signed_out' | 'recent_sign_in' | 'forbidden' | 'not_found' | 'failed'

const kinds: Readonly<Partial<Record<string, FailureKind>>> = {
  unauthenticated: 'signed_out',
  recent_sign_in_required: 'recent_sign_in',
  forbidden: 'forbidden',
  not_found: 'not_found',
  store_not_found: 'not_found',
}

/** How a screen shows that a request failed. */
export function failureOf(error: Error): FailureKind {
  if (error instanceof ProblemError) return kinds[error.code] ?? 'failed'
  return navigator.onLine ? 'failed' : 'offline'
}

/** What the service says, in the reader's language, and the request to ask support about. */
export const saidBy = (error: Error) =>
  error instanceof ProblemError
    ? { detail: error.message, requestId: error.requestId }
    : { detail: null, requestId: null }

/** Messages by the field's name; '' is the whole form. */
export function problemsByField(error: Error): Readonly<Record<string, string>> {
  if (!(error instanceof ProblemError)) return { '': error.message }
  if (error.problems.length === 0) return { '': error.message }
  return Object.fromEntries(error.problems.map(({ pointer, detail }) => [fieldOf(pointer), detail]))
}

/** `/items/0/quantity` is `items.0.quantity` (RFC 6901). */
const fieldOf = (pointer: string): string =>
  pointer
    .replace(/^#?\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
