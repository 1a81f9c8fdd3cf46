import * as z from 'zod'
import { type IdentityProvider, parseIdentityProviders } from '../auth/session/identity-providers.ts'
import { TokenKeys } from '../auth/tokens/keys.ts'
import { parseWebSignIn, type WebSignIn } from '../auth/sign-in/config.ts'

export type Config = {
  /** What may be left out elsewhere, such as rate limits, must be there. */
  readonly isProduction: boolean
  readonly databaseUrl: string
  /** Null: the crons cannot run. */
  readonly jobsDatabaseUrl: string | null
  readonly neonFetchEndpoint: string | undefined
  /** Scheme and host under which callers reach the service; never taken from a request. */
  readonly publicUrl: string
  readonly providers: readonly IdentityProvider[]
  readonly jwksEpoch: string
  /** Null: the service has no pages to sign in on. */
  readonly webSignIn: WebSignIn | null
  /** Null: no assistant can connect through OAuth. */
  readonly tokenKeys: TokenKeys | null
  /** Null: no channel that needs credentials can be connected. */
  readonly channelKeys: TokenKeys | null
  readonly graphUrl: string
  /** Null: storefront orders and messages need no bot challenge. */
  readonly turnstile: Turnstile | null
}

export type Turnstile = { readonly secret: string; readonly siteKey: string | null; readonly verifyUrl: string }

const OutsideUrl = z
  .url()
  .refine((url) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(url), 'give an https address')

const connectionString = (group: string) =>
  z.string().regex(/^postgres(ql)?:\/\//, `set it to the connection string of a login of ${group}`)

const Variables = z.object({
  ENVIRONMENT: z.string().optional(),
  DATABASE_URL: connectionString('app_rw'),
  JOBS_DATABASE_URL: connectionString('app_jobs').optional(),
  NEON_FETCH_ENDPOINT: z.url().optional(),
  PUBLIC_URL: z.url().transform((url) => new URL(url).origin),
  IDENTITY_PROVIDERS: z.string(),
  JWKS_EPOCH: z.string().default('0'),
  TOKEN_KEYS: TokenKeys.optional(),
  CHANNEL_KEYS: TokenKeys.optional(),
  META_GRAPH_URL: OutsideUrl.default('https://graph.facebook.com').transform((url) => new URL(url).origin),
  TURNSTILE_SECRET: z.string().optional(),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_VERIFY_URL: OutsideUrl.default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  WEB_SIGN_IN: z.string().optional(),
  SESSION_KEYS: z.string().optional(),
})

/** Names what is wrong with the Worker's variables, never what is in them. */
export class ConfigInvalid extends Error {}

const known = new WeakMap<object, Config>()

/** The Worker's variables, checked; once for every isolate. */
export function configOf(env: object): Config {
  const config = known.get(env) ?? readConfig(env)
  known.set(env, config)
  return config
}

function readConfig(env: object): Config {
  const variables = Variables.safeParse(env)
  if (!variables.success)
    throw new ConfigInvalid(
      variables.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    )
  const { DATABASE_URL, NEON_FETCH_ENDPOINT, PUBLIC_URL, IDENTITY_PROVIDERS, JWKS_EPOCH } = variables.data
  const providers = parseIdentityProviders(IDENTITY_PROVIDERS)
  return {
    isProduction: variables.data.ENVIRONMENT === 'production',
    databaseUrl: DATABASE_URL,
    jobsDatabaseUrl: variables.data.JOBS_DATABASE_URL ?? null,
    neonFetchEndpoint: NEON_FETCH_ENDPOINT,
    publicUrl: PUBLIC_URL,
    providers,
    jwksEpoch: JWKS_EPOCH,
    webSignIn: parseWebSignIn(variables.data, PUBLIC_URL, providers),
    tokenKeys: variables.data.TOKEN_KEYS ?? null,
    channelKeys: variables.data.CHANNEL_KEYS ?? null,
    graphUrl: variables.data.META_GRAPH_URL,
    turnstile: turnstileOf(variables.data),
  }
}

const turnstileOf = (given: z.output<typeof Variables>): Turnstile | null =>
  given.TURNSTILE_SECRET
    ? {
        secret: given.TURNSTILE_SECRET,
        siteKey: given.TURNSTILE_SITE_KEY || null,
        verifyUrl: given.TURNSTILE_VERIFY_URL,
      }
    : null

/** The keys of OAuth's refresh tokens; asked for only where they are used, so that a service without OAuth needs none. */
export const tokenKeysOf = ({ tokenKeys }: Config): TokenKeys => keysOf('TOKEN_KEYS', tokenKeys)

/** The keys that the credentials of channels are sealed with; asked for only where there are any. */
export const channelKeysOf = ({ channelKeys }: Config): TokenKeys => keysOf('CHANNEL_KEYS', channelKeys)

/** What the crons connect with; asked for only where they run. */
export function jobsDatabaseUrlOf({ jobsDatabaseUrl }: Config): string {
  if (jobsDatabaseUrl !== null) return jobsDatabaseUrl
  throw new ConfigInvalid('JOBS_DATABASE_URL: set it to the connection string of a login of app_jobs, as a secret')
}

function keysOf(name: string, keys: TokenKeys | null): TokenKeys {
  if (keys !== null) return keys
  throw new ConfigInvalid(`${name}: set it to {"current": "<32 random bytes as base64url>"}, as a secret`)
}
