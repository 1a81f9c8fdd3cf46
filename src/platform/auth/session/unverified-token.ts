import { decodeJwt, decodeProtectedHeader, errors } from 'jose'
import * as z from 'zod'
import { SessionRefused } from './session-refused.ts'

// RFC 7515 §7.1: three parts in base64url without padding. An encrypted token has five.
const compactJws = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/
const maxLength = 8192

const Header = z.looseObject({
  alg: z.string(),
  kid: z.string().min(1).max(255).optional(),
  // RFC 8725 §3.11: excludes tokens of other types, such as logout tokens and DPoP proofs.
  typ: z
    .string()
    .regex(/^(application\/)?(jwt|at\+jwt)$/i)
    .optional(),
  // Extensions are not supported, so none may be critical (RFC 7515 §4.1.11).
  crit: z.undefined().optional(),
})

type UnverifiedToken = {
  readonly alg: string
  readonly kid: string | undefined
  readonly issuer: unknown
}

function decode<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw new SessionRefused('malformed')
    throw error
  }
}

/** Unverified header and issuer. Use them only to find the key for verification. */
export function readUnverified(token: string): UnverifiedToken {
  if (token.length > maxLength) throw new SessionRefused('too_long')
  if (!compactJws.test(token)) throw new SessionRefused('malformed')
  const { iss } = decode(() => decodeJwt(token))
  const encoded = token.slice(0, token.indexOf('.'))
  const { alg, kid } = knownHeaders.get(encoded) ?? readHeader(encoded, token)
  return { alg, kid, issuer: iss }
}

// All tokens signed with one key have the same header. Others are forgotten together, so that nobody can fill the memory.
const knownHeaders = new Map<string, z.output<typeof Header>>()
const maxKnownHeaders = 100

function readHeader(encoded: string, token: string): z.output<typeof Header> {
  const parsed = Header.safeParse(decode(() => decodeProtectedHeader(token)))
  if (!parsed.success) throw new SessionRefused('unsupported_header')
  if (knownHeaders.size >= maxKnownHeaders) knownHeaders.clear()
  knownHeaders.set(encoded, parsed.data)
  return parsed.data
}
