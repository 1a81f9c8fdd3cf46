import type { SigningAlgorithm } from './signing-algorithms.ts'

export type ClaimValue = string | number | boolean

/** Claim name → values. An empty list means any value. */
export type ClaimRules = Readonly<Record<string, readonly ClaimValue[]>>

type Preset = {
  readonly algorithms: readonly SigningAlgorithm[]
  readonly requiredClaims: ClaimRules
  readonly deniedClaims: ClaimRules
  readonly jwksUri?: (provider: { issuer: string; clientId: string | undefined }) => string
  readonly audience?: (issuer: string) => readonly string[]
  /** What to set if nothing ties the provider's tokens to this service. */
  readonly pinHint: string
}

export const presetNames = ['oidc', 'supabase', 'clerk', 'auth0', 'neon-auth', 'workos', 'keycloak'] as const

export type PresetName = (typeof presetNames)[number]

export const presets: Readonly<Record<PresetName, Preset>> = {
  oidc: {
    algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
    requiredClaims: {},
    deniedClaims: {},
    pinHint: 'set `audience` to the API or resource identifier that your access tokens carry in `aud`',
  },
  supabase: {
    algorithms: ['ES256', 'RS256'],
    requiredClaims: { role: ['authenticated'] },
    deniedClaims: { is_anonymous: [true, 'true'] },
    jwksUri: ({ issuer }) => `${issuer}/.well-known/jwks.json`,
    audience: () => ['authenticated'],
    pinHint: 'set `audience` to ["authenticated"]',
  },
  clerk: {
    algorithms: ['RS256'],
    // Tokens from JWT templates are for third parties and have no `sid`. `sts: pending` is an unfinished sign-in.
    requiredClaims: { sid: [] },
    deniedClaims: { sts: ['pending'] },
    jwksUri: ({ issuer }) => `${issuer}/.well-known/jwks.json`,
    pinHint: 'set `azp` to the origins of your frontends, such as ["https://admin.example.com"]',
  },
  auth0: {
    algorithms: ['RS256'],
    requiredClaims: {},
    // A machine-to-machine token belongs to no merchant.
    deniedClaims: { gty: ['client-credentials'] },
    jwksUri: ({ issuer }) => `${issuer}.well-known/jwks.json`,
    pinHint: 'set `audience` to the API identifier (not the client id), as in ["https://api.example.com"]',
  },
  'neon-auth': {
    algorithms: ['EdDSA', 'Ed25519'],
    requiredClaims: {},
    deniedClaims: {},
    audience: (issuer) => [issuer],
    pinHint: 'set `audience` to the base URL of Neon Auth',
  },
  workos: {
    algorithms: ['RS256'],
    requiredClaims: { sid: [] },
    // Session tokens have no `aud`. A token with `aud` is a Connect token for another resource.
    deniedClaims: { aud: [] },
    // The key set belongs to the client, so its URL ties the tokens to the client.
    jwksUri: ({ clientId }) => `https://api.workos.com/sso/jwks/${clientId}`,
    pinHint: 'set `client_id` to your WorkOS client id, whose key set ties the tokens to this service',
  },
  keycloak: {
    algorithms: ['RS256'],
    requiredClaims: { typ: ['Bearer'] },
    deniedClaims: {},
    jwksUri: ({ issuer }) => `${issuer}/protocol/openid-connect/certs`,
    pinHint: 'set `azp` to the client ids of your frontends, or `audience` if a mapper adds one',
  },
}
