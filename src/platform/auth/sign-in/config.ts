import * as z from 'zod'
import { jsonOf } from '../../errors/parse-json.ts'
import type { IdentityProvider } from '../session/identity-providers.ts'
import type { ClaimRules } from '../session/provider-presets.ts'

/** How people sign in on the service's web pages. */
export type WebSignIn = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly scope: string
  readonly redirectUri: string
  /** For providers without auth_time: whether prompt=login always makes them ask for credentials. */
  readonly trustPrompt: boolean
  /** Allows http, for the identity provider of the local stack. */
  readonly insecure: boolean
  readonly deniedClaims: ClaimRules
  readonly trustEmail: boolean
  /** A session ends this long after its last use, and at the latest this long after signing in. */
  readonly idleSeconds: number
  readonly maxSeconds: number
  /** Keys for cookies. The current one encrypts; both decrypt. */
  readonly keys: readonly [current: Uint8Array, previous?: Uint8Array]
}

/** `WEB_SIGN_IN` or `SESSION_KEYS` is invalid. The message says what to set, without the values. */
export class WebSignInInvalid extends Error {
  override readonly name = 'WebSignInInvalid'
}

const Client = z.strictObject({
  issuer: z.string(),
  client_id: z.string().min(1).max(512),
  client_secret: z.string().min(1).optional(),
  scope: z
    .string()
    .regex(/(^| )openid( |$)/, 'must include openid')
    .default('openid email profile'),
  trust_prompt: z.boolean().default(false),
  session_idle_hours: z.number().min(1).max(8760).default(24),
  session_max_hours: z
    .number()
    .min(1)
    .max(8760)
    .default(14 * 24),
  allow_insecure: z.boolean().default(false),
})

const Key = z
  .base64url('must be 32 random bytes as base64url')
  .transform((text) => Uint8Array.fromBase64(text, { alphabet: 'base64url' }))
  .refine((bytes) => bytes.length === 32, 'must be 32 random bytes as base64url')

const Keys = z.strictObject({ current: Key, previous: Key.optional() })

type Variables = { readonly WEB_SIGN_IN?: string | undefined; readonly SESSION_KEYS?: string | undefined }

/** Null if neither variable is set: nobody can sign in on the web pages. Throws `WebSignInInvalid`. */
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
      'WEB_SIGN_IN: issuer: must be an issuer in IDENTITY_PROVIDERS, so that a person has the same identity in both',
    )
  if (client.allow_insecure && !isLoopback(client.issuer))
    throw new WebSignInInvalid(
      'WEB_SIGN_IN: allow_insecure: is allowed only for a provider on 127.0.0.1, [::1] or localhost',
    )
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
    idleSeconds: Math.round(client.session_idle_hours * 3600),
    maxSeconds: Math.round(client.session_max_hours * 3600),
    keys: previous ? [current, previous] : [current],
  }
}

function read<Schema extends z.ZodType>(name: string, text: string | undefined, schema: Schema): z.output<Schema> {
  if (!text) throw new WebSignInInvalid(`${name}: must be set to a JSON object`)
  const parsed = schema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(': '))
  throw new WebSignInInvalid(`${name}: ${problems.join('; ')}`)
}

const isLoopback = (url: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(URL.parse(url)?.hostname ?? '')
