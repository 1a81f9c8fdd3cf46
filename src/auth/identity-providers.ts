import { z } from 'zod'
import { presetNames, presets, type ClaimRules, type PresetName } from './provider-presets.ts'
import { signingAlgorithms, type SigningAlgorithm } from './signing-algorithms.ts'

export type IdentityProvider = {
  readonly preset: PresetName
  readonly issuer: string
  readonly jwksUri: string
  /** Empty: not asked for. Then `azp`, or for WorkOS the client's own key set, pins the tokens. */
  readonly audience: readonly string[]
  readonly azp: readonly string[]
  readonly algorithms: readonly SigningAlgorithm[]
  readonly requiredClaims: ClaimRules
  readonly deniedClaims: ClaimRules
  readonly maxLifetimeSeconds: number
}

/** The `IDENTITY_PROVIDERS` variable is unusable; the message says, entry by entry, what to set. */
export class IdentityProvidersInvalid extends Error {
  override readonly name = 'IdentityProvidersInvalid'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(
      `IDENTITY_PROVIDERS is not usable:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
    )
    this.problems = problems
  }
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

function isTrustworthyUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hash) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))
}

const SecureUrl = z
  .string()
  .max(2048)
  .refine(
    isTrustworthyUrl,
    'must be an https URL without credentials or fragment (http on loopback only)',
  )

const Rules = z.record(z.string(), z.array(z.union([z.string(), z.number(), z.boolean()])))
const Names = z.array(z.string().min(1)).min(1)

const Entry = z
  .strictObject({
    preset: z.enum(presetNames),
    issuer: SecureUrl,
    jwks_uri: SecureUrl.optional(),
    client_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]+$/)
      .optional(),
    audience: Names.optional(),
    azp: Names.optional(),
    algorithms: z
      .array(
        z.enum(signingAlgorithms, {
          error: `must be one of ${signingAlgorithms.join(', ')}; a symmetric one (HS256) or none is never accepted: switch the provider to asymmetric signing keys`,
        }),
      )
      .min(1)
      .optional(),
    required_claims: Rules.optional(),
    deny_if: Rules.optional(),
    max_lifetime_seconds: z.int().min(60).max(2_592_000).optional(),
  })
  .superRefine((entry, { addIssue }) => {
    const preset = presets[entry.preset]
    const problem = (field: string, message: string) =>
      addIssue({ code: 'custom', path: [field], message })
    const pinnedByKeySet = entry.preset === 'workos' && entry.client_id !== undefined
    if (!entry.audience && !entry.azp && !preset.audience && !pinnedByKeySet) {
      problem(
        entry.preset === 'workos' ? 'client_id' : 'audience',
        `nothing ties tokens to this service: ${preset.pinHint}`,
      )
    }
    if (!entry.jwks_uri && (!preset.jwksUri || (entry.preset === 'workos' && !entry.client_id))) {
      problem(
        'jwks_uri',
        'set it: the `jwks_uri` in <issuer>/.well-known/openid-configuration, for Neon Auth <base URL>/.well-known/jwks.json',
      )
    }
    if (entry.preset === 'auth0' && !entry.issuer.endsWith('/')) {
      problem('issuer', "Auth0's issuer ends with a slash: https://<tenant>/")
    }
  })

const Entries = z
  .array(Entry)
  .min(1, 'name at least one provider')
  .refine(
    (all) => new Set(all.map((one) => one.issuer)).size === all.length,
    'each issuer may be listed once',
  )

function toProvider(entry: z.infer<typeof Entry>): IdentityProvider {
  const { issuer, client_id: clientId } = entry
  const preset = presets[entry.preset]
  const audience = entry.audience ?? preset.audience?.(issuer) ?? []
  const { aud: audRule, ...otherDenials } = preset.deniedClaims
  const presetDenials =
    audience.length > 0 || !audRule ? otherDenials : { ...otherDenials, aud: audRule }
  return {
    preset: entry.preset,
    issuer,
    jwksUri: entry.jwks_uri ?? preset.jwksUri?.({ issuer, clientId }) ?? '',
    audience,
    azp: entry.azp ?? [],
    algorithms: entry.algorithms ?? preset.algorithms,
    requiredClaims: { ...preset.requiredClaims, ...entry.required_claims },
    deniedClaims: { ...presetDenials, ...entry.deny_if },
    maxLifetimeSeconds: entry.max_lifetime_seconds ?? 86_400,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new IdentityProvidersInvalid(['it is not JSON: give a JSON array of providers'])
  }
}

/** Parses the `IDENTITY_PROVIDERS` variable. Throws `IdentityProvidersInvalid`. */
export function parseIdentityProviders(text: string | undefined): readonly IdentityProvider[] {
  if (!text) throw new IdentityProvidersInvalid(['it is not set: give a JSON array of providers'])
  const parsed = Entries.safeParse(parseJson(text))
  if (parsed.success) return parsed.data.map(toProvider)
  throw new IdentityProvidersInvalid(
    parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the list'}: ${message}`),
  )
}
