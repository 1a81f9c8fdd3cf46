import * as z from 'zod'
import { type IdentityProvider, parseIdentityProviders } from '../auth/identity-providers.ts'

export type Config = {
  readonly databaseUrl: string
  readonly neonFetchEndpoint: string | undefined
  /** Scheme and host under which callers reach the service; never taken from a request. */
  readonly publicUrl: string
  readonly providers: readonly IdentityProvider[]
  readonly jwksEpoch: string
}

const Variables = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'give the connection string of the role app_rw'),
  NEON_FETCH_ENDPOINT: z.url().optional(),
  PUBLIC_URL: z.url().transform((url) => new URL(url).origin),
  IDENTITY_PROVIDERS: z.string(),
  JWKS_EPOCH: z.string().default('0'),
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
  return {
    databaseUrl: DATABASE_URL,
    neonFetchEndpoint: NEON_FETCH_ENDPOINT,
    publicUrl: PUBLIC_URL,
    providers: parseIdentityProviders(IDENTITY_PROVIDERS),
    jwksEpoch: JWKS_EPOCH,
  }
}
