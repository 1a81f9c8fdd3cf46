import * as z from 'zod'
import type { IdentityProvider } from '../session/identity-providers.ts'
import type { ClaimRules } from '../session/provider-presets.ts'

/** How people sign in on the service's own pages. */
export type WebSignIn = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly scope: string
  readonly redirectUri: string
  /** Where the provider does not say when somebody signed in: whether prompt=login made it ask them. */
  readonly trustPrompt: boolean
  /** http, for the identity provider of the local stack. */
  readonly insecure: boolean
  readonly deniedClaims: ClaimRules
  readonly trustEmail: boolean
  /** What cookies are encrypted with. The previous one still opens them. */
  readonly keys: readonly [current: Uint8Array, previous?: Uint8Array]
}

/** `WEB_SIGN_IN` or `SESSION_KEYS` is unusable; the message says what to set, and nothing of what is set. */
export class WebSignInInvalid extends Error {
  override readonly name = 'WebSignInInvalid'
}

const Client = z.strictObject({
  issuer: z.string(),
  client_id: z.string().min(1).max(512),
  client_secret: z.string().min(1).optional(),
  scope: z
    .string()
    .regex(/(^| )openid( |$)/, 'ask for openid, or there is no telling who signed in')
    .default('openid email'),
  trust_prompt: z.boolean().default(false),
  allow_insecure: z.boolean().default(false),
})

const Key = z
  .base64url('give 32 random bytes as base64url')
  .transform((text) => Uint8Array.fromBase64(text, { alphabet: 'base64url' }))
  .refine((bytes) => bytes.length === 32, 'give 32 random bytes as base64url')

const Keys = z.strictObject({ current: Key, previous: Key.optional() })

type Variables = { readonly WEB_SIGN_IN?: string | undefined; readonly SESSION_KEYS?: string | undefined }

/** Null where neither variable is set: the service then has no pages to sign in on. Throws `WebSignInInvalid`. */
export function parseWebSignIn(
  { WEB_SIGN_IN, SESSION_KEYS }: Variables,
  publicUrl: string,
  providers: readonly IdentityProvider[],
): WebSignIn | null {
  if (!WEB_SIGN_IN && !SESSION_KEYS) return null
  const client = read('WEB_SIGN_IN', WEB_SIGN_IN, Client)
  const { current, previous } = read('SESSION_KEYS', SESSION_KEYS, Keys)
  const provider = providers.find(({ issuer }) => issuer === client.issuer)
  if (!provider)
    throw new WebSignInInvalid(
      'WEB_SIGN_IN: issuer: must be one of IDENTITY_PROVIDERS, so that a person is the same in both',
    )
  if (client.allow_insecure && !isLoopback(client.issuer))
    throw new WebSignInInvalid('WEB_SIGN_IN: allow_insecure: is for a provider on 127.0.0.1, [::1] or localhost alone')
  return {
    issuer: client.issuer,
    clientId: client.client_id,
    clientSecret: client.client_secret,
    scope: client.scope,
    redirectUri: `${publicUrl}/settings/callback`,
    trustPrompt: client.trust_prompt,
    insecure: client.allow_insecure,
    deniedClaims: provider.deniedClaims,
    trustEmail: provider.trustEmail,
    keys: previous ? [current, previous] : [current],
  }
}

function read<Schema extends z.ZodType>(name: string, text: string | undefined, schema: Schema): z.output<Schema> {
  if (!text) throw new WebSignInInvalid(`${name}: is not set: give a JSON object`)
  const parsed = schema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(': '))
  throw new WebSignInInvalid(`${name}: ${problems.join('; ')}`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isLoopback = (url: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(URL.parse(url)?.hostname ?? '')
