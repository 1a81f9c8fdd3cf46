import * as z from 'zod'

export type ResponseTarget = {
  readonly redirect_uri: string
  /** Exactly as in the request, still percent-encoded; null if it had none. */
  readonly state: string | null
  readonly issuer: string
}

/**
 * The redirect URI with the response in its query: `state` byte for byte (RFC 6749 section 4.1.2) and `iss` (RFC 9207),
 * also for errors. Keeps the URI's own query (RFC 6749 section 3.1.2).
 */
export function authorizationResponse(
  { redirect_uri, state, issuer }: ResponseTarget,
  parameters: Readonly<Record<string, string>>,
): string {
  const query = [
    new URLSearchParams(parameters).toString(),
    ...(state === null ? [] : [`state=${state}`]),
    new URLSearchParams({ iss: issuer }).toString(),
  ].join('&')
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${query}`
}

export const ResponseTarget = z.object({ redirect_uri: z.string(), state: z.string().nullable(), issuer: z.string() })
