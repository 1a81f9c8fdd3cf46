import * as z from 'zod'

export type Addressee = {
  readonly redirect_uri: string
  /** As it stood in the request, still percent-encoded; null where there was none. */
  readonly state: string | null
  readonly issuer: string
}

/**
 * The redirect address with the answer in its query: `state` byte for byte (RFC 6749 section 4.1.2) and, on errors
 * too, `iss` (RFC 9207). A query that the address has stays as it is (RFC 6749 section 3.1.2).
 */
export function answerTo({ redirect_uri, state, issuer }: Addressee, answer: Readonly<Record<string, string>>): string {
  const query = [
    new URLSearchParams(answer).toString(),
    ...(state === null ? [] : [`state=${state}`]),
    new URLSearchParams({ iss: issuer }).toString(),
  ].join('&')
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${query}`
}

export const Addressee = z.object({ redirect_uri: z.string(), state: z.string().nullable(), issuer: z.string() })
