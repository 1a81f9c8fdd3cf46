import { OAuthError } from './oauth-error.ts'

/** A query or form body. Parameters without a value count as missing (RFC 6749 section 3.1). */
export type Parameters = {
  readonly get: (name: string) => string | undefined
  readonly all: (name: string) => readonly string[]
  /** The value as sent, still percent-encoded. */
  readonly raw: (name: string) => string | undefined
}

export function readParameters(text: string): Parameters {
  const values = new URLSearchParams(text)
  const all = (name: string) => values.getAll(name).filter((value) => value !== '')
  return {
    all,
    get: (name) => all(name)[0],
    raw(name) {
      const found = text.split('&').find((pair) => pair.startsWith(`${name}=`))
      return found === undefined || found === `${name}=` ? undefined : asQueryText(found.slice(name.length + 1))
    },
  }
}

// Encodes characters that a form body may contain but that would change the meaning of a URL.
const asQueryText = (raw: string) => raw.replace(/[^\w\-.~!$'()*+,;:@/?%=]/gu, encodeURIComponent)

/** RFC 6749 sections 3.1 and 3.2: no parameter twice. RFC 8707 section 2 allows it for `resource`. */
export function refuseRepeated(parameters: Parameters, names: readonly string[]): void {
  const repeated = names.find((name) => parameters.all(name).length > 1)
  if (repeated !== undefined) throw new OAuthError('invalid_request', `${repeated} may not be sent more than once.`)
}
