import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import type * as z from 'zod'

/** An encrypted cookie. All share one key, but the name is authenticated, so none can be used as another. */
export type SealedCookie<Schema extends z.ZodType> = {
  readonly name: string
  readonly schema: Schema
}

type Keys = readonly [current: Uint8Array, previous?: Uint8Array]

// `__Host-`: only this host can set it, over TLS (or on loopback, which Chromium and Firefox also trust).
const nameOf = ({ name }: { name: string }) => `__Host-${name}`

// Lax, because the identity provider redirects back with a GET from another site.
const attributes = { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' } as const

/** Encrypts and sets the cookie (RFC 7516, direct AES-256-GCM). The expiry is also inside, where no browser can change it. */
export async function setSealed<Schema extends z.ZodType<Record<string, unknown>>>(
  c: Context,
  cookie: SealedCookie<Schema>,
  [key]: Keys,
  value: z.input<Schema>,
  maxAgeSeconds: number,
): Promise<void> {
  const sealed = await new EncryptJWT({ v: cookie.schema.parse(value) })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(cookie.name)
    .setIssuedAt()
    .setExpirationTime(`${maxAgeSeconds} seconds`)
    .encrypt(key)
  setCookie(c, nameOf(cookie), sealed, { ...attributes, maxAge: maxAgeSeconds })
}

/** The content of the cookie; null if it is missing, expired, modified, or was stored under another name. */
export async function getSealed<Schema extends z.ZodType>(
  c: Context,
  cookie: SealedCookie<Schema>,
  keys: Keys,
): Promise<z.output<Schema> | null> {
  const sealed = getCookie(c, nameOf(cookie))
  if (sealed === undefined) return null
  for (const key of keys) {
    const payload = key && (await decrypt(sealed, key, cookie.name))
    if (payload) return cookie.schema.safeParse(payload['v']).data ?? null
  }
  return null
}

export const clearSealed = (c: Context, cookie: { name: string }): void => {
  deleteCookie(c, nameOf(cookie), attributes)
}

async function decrypt(sealed: string, key: Uint8Array, audience: string) {
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      audience,
      requiredClaims: ['iat', 'exp'],
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}
