import * as z from 'zod'
import { type IdentityProvider, parseIdentityProviders } from '../auth/session/identity-providers.ts'
import { TokenKeys } from '../auth/tokens/keys.ts'
import type { Bucket } from '../outside/bucket.ts'
import type { StoreCreation } from '../operation/context.ts'
import { ServiceError } from '../errors/errors.ts'
import { parseWebSignIn, type WebSignIn } from '../auth/sign-in/config.ts'

export type Config = {
  /** Rate limits and the like are required in production only. */
  readonly isProduction: boolean
  readonly databaseUrl: string
  /** Null: crons cannot run. */
  readonly jobsDatabaseUrl: string | null
  readonly neonFetchEndpoint: string | undefined
  /** Scheme and host of the service as callers see it. Never taken from a request. */
  readonly publicUrl: string
  readonly providers: readonly IdentityProvider[]
  readonly jwksEpoch: string
  /** Null: nobody can sign in on the web pages. */
  readonly webSignIn: WebSignIn | null
  /** A public client of an identity provider, with which people sign in on the docs page. Null: they paste a token. */
  readonly docsSignIn: { readonly issuer: string; readonly clientId: string; readonly scope: string } | null
  /** Null: assistants cannot connect through OAuth. */
  readonly tokenKeys: TokenKeys | null
  /** Null: webhooks, and channels that need credentials, cannot be added. */
  readonly channelKeys: TokenKeys | null
  readonly graphUrl: string
  readonly media: MediaConfig
  readonly storeCreation: StoreCreation
  /** Null: storefronts have no bot challenge. */
  readonly turnstile: Turnstile | null
}

type MediaConfig = {
  /** Null: nobody can upload. */
  readonly bucket: Bucket | null
  /** How many bytes the files of a store may have together. */
  readonly quotaBytes: number
  /** Whether Cloudflare resizes pictures under /cdn-cgi/image. */
  readonly resizes: boolean
}

export type Turnstile = { readonly secret: string; readonly siteKey: string | null; readonly verifyUrl: string }

const HttpsUrl = z
  .url()
  .refine((url) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(url), 'must be an https URL')

const DocsSignIn = z
  .strictObject({ issuer: HttpsUrl, client_id: z.string().min(1).max(512), scope: z.string().default('openid email') })
  .transform(({ client_id, ...rest }) => ({ ...rest, clientId: client_id }))

function docsSignInOf(text: string, context: z.core.$RefinementCtx): z.output<typeof DocsSignIn> {
  try {
    return DocsSignIn.parse(JSON.parse(text))
  } catch {
    context.addIssue({ code: 'custom', message: 'must be {"issuer": "https://…", "client_id": "…"}' })
    return z.NEVER
  }
}

const connectionString = (group: string) =>
  z.string().regex(/^postgres(ql)?:\/\//, `must be the connection string of a login of ${group}`)

const isBucket = (value: unknown): boolean => typeof Object(value).put === 'function'

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
  META_GRAPH_URL: HttpsUrl.default('https://graph.facebook.com').transform((url) => new URL(url).origin),
  TURNSTILE_SECRET: z.string().optional(),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_VERIFY_URL: HttpsUrl.default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  MEDIA: z.custom<Bucket>(isBucket, 'must be an R2 bucket').optional(),
  MEDIA_QUOTA_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .max(1e15)
    .default(2 * 1024 ** 3),
  MEDIA_RESIZING: z.enum(['off', 'cloudflare']).default('off'),
  DOCS_SIGN_IN: z
    .string()
    .optional()
    .transform((text, context) => (text ? docsSignInOf(text, context) : null)),
  STORE_CREATION: z.enum(['anyone', 'invited', 'none']).default('anyone'),
  WEB_SIGN_IN: z.string().optional(),
  SESSION_KEYS: z.string().optional(),
})

/** The Worker's variables are invalid. The message says which and why, without their values. */
export class ConfigInvalid extends Error {}

const configs = new WeakMap<object, Config>()

/** The validated variables of the Worker. Read once per isolate. */
export function configOf(env: object): Config {
  const config = configs.get(env) ?? readConfig(env)
  configs.set(env, config)
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
    docsSignIn: variables.data.DOCS_SIGN_IN,
    tokenKeys: variables.data.TOKEN_KEYS ?? null,
    channelKeys: variables.data.CHANNEL_KEYS ?? null,
    graphUrl: variables.data.META_GRAPH_URL,
    media: {
      bucket: variables.data.MEDIA ?? null,
      quotaBytes: variables.data.MEDIA_QUOTA_BYTES,
      resizes: variables.data.MEDIA_RESIZING === 'cloudflare',
    },
    storeCreation: variables.data.STORE_CREATION,
    turnstile: turnstileOf(variables.data),
  }
}

const turnstileOf = (variables: z.output<typeof Variables>): Turnstile | null =>
  variables.TURNSTILE_SECRET
    ? {
        secret: variables.TURNSTILE_SECRET,
        siteKey: variables.TURNSTILE_SITE_KEY || null,
        verifyUrl: variables.TURNSTILE_VERIFY_URL,
      }
    : null

/** The keys that refresh tokens are derived with. Throws only when OAuth is used, so that a service without it needs none. */
export const tokenKeysOf = ({ tokenKeys }: Config): TokenKeys => keysOf('TOKEN_KEYS', tokenKeys)

/** The keys that encrypt the secrets of webhooks and channels. Refuses only the requests that need them. */
export function channelKeysOf({ channelKeys }: Config): TokenKeys {
  if (channelKeys !== null) return channelKeys
  throw new ServiceError(
    'not_configured',
    'This service cannot keep the secrets of webhooks and inbox channels yet: its operator has to set CHANNEL_KEYS (docs/deploy#secrets).',
  )
}

/** The connection string of the crons. Throws only when they run. */
export function jobsDatabaseUrlOf({ jobsDatabaseUrl }: Config): string {
  if (jobsDatabaseUrl !== null) return jobsDatabaseUrl
  throw new ConfigInvalid('JOBS_DATABASE_URL: must be set to the connection string of a login of app_jobs, as a secret')
}

function keysOf(name: string, keys: TokenKeys | null): TokenKeys {
  if (keys !== null) return keys
  throw new ConfigInvalid(`${name}: must be set to {"current": "<32 random bytes as base64url>"}, as a secret`)
}
