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

type Problems = {
  /** By the name of the field, such as `name` or `items.0.quantity`. */
  readonly byField: ReadonlyMap<string, string>
  /** What is wrong with no field of the form. */
  readonly whole: string | null
}

/** What a form with these fields shows of an error. `noAnswer`: what to say if the service did not answer. */
export function problemsOf(error: Error | null, fields: readonly string[], noAnswer: string): Problems {
  if (!error) return { byField: new Map(), whole: null }
  if (!(error instanceof ProblemError)) return { byField: new Map(), whole: noAnswer }
  const found = error.problems.map(({ pointer, detail }): [string, string] => [fieldOf(pointer), detail])
  const isOwn = ([field]: readonly [string, string]) => fields.includes(field)
  const said = found
    .filter((problem) => !isOwn(problem))
    .map(([, detail]) => detail)
    .join(' ')
  return {
    byField: new Map(found.filter(isOwn)),
    whole: found.length > 0 && said === '' ? null : said || error.message,
  }
}

/** `/items/0/quantity` is `items.0.quantity` (RFC 6901). */
const fieldOf = (pointer: string): string =>
  pointer
    .replace(/^#?\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
