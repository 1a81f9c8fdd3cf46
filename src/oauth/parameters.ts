import { OAuthError } from './oauth-error.ts'

/** A query or form body as OAuth reads it: a parameter without a value is one that was left out (RFC 6749 section 3.1). */
export type Parameters = {
  readonly get: (name: string) => string | undefined
  readonly all: (name: string) => readonly string[]
  /** A value as it stood there, still percent-encoded. */
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

// What a browser's own address never holds, but a form body may: it would change its meaning in an address.
const asQueryText = (raw: string) => raw.replace(/[^\w\-.~!$'()*+,;:@/?%=]/gu, encodeURIComponent)

/** RFC 6749 sections 3.1 and 3.2: none more than once. `resource` may be (RFC 8707 section 2), and is looked at there. */
export function refuseRepeated(parameters: Parameters, names: readonly string[]): void {
  const repeated = names.find((name) => parameters.all(name).length > 1)
  if (repeated !== undefined) throw new OAuthError('invalid_request', `The parameter ${repeated} is there twice.`)
}
