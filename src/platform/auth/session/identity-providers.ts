import * as z from 'zod'
import { ProviderEntry } from './provider-entry.ts'
import { presets, type ClaimRules, type PresetName } from './provider-presets.ts'
import type { SigningAlgorithm } from './signing-algorithms.ts'

export type IdentityProvider = {
  readonly preset: PresetName
  readonly issuer: string
  readonly jwksUri: string
  /** Empty: not checked. Then `azp`, or for WorkOS the client's own key set, ties the tokens to this service. */
  readonly audience: readonly string[]
  readonly azp: readonly string[]
  readonly algorithms: readonly SigningAlgorithm[]
  readonly requiredClaims: ClaimRules
  readonly deniedClaims: ClaimRules
  readonly maxLifetimeSeconds: number
  /** Whether to trust its `email_verified`. A verified address entitles a person to the invitations sent to it. */
  readonly trustEmail: boolean
}

/** The `IDENTITY_PROVIDERS` variable is invalid. The message says what to set, entry by entry. */
export class IdentityProvidersInvalid extends Error {
  override readonly name = 'IdentityProvidersInvalid'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`IDENTITY_PROVIDERS is invalid:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const Entries = z
  .array(ProviderEntry)
  .min(1, 'must list at least one provider')
  .refine((all) => new Set(all.map((one) => one.issuer)).size === all.length, 'may list each issuer only once')
  .superRefine((all, context) => {
    if (all.length < 2) return
    for (const [index, { issuer, trust_email }] of all.entries())
      if (trust_email === undefined)
        context.addIssue({ code: 'custom', path: [index, 'trust_email'], message: trustRequired(issuer) })
  })

const trustRequired = (issuer: string) =>
  `is required for ${issuer}, because several providers are configured: set it to true if this provider verifies email addresses itself, otherwise to false. Anyone it calls the owner of an address can accept invitations sent to that address.`

function toProvider(entry: z.infer<typeof ProviderEntry>): IdentityProvider {
  const { issuer, client_id: clientId } = entry
  const preset = presets[entry.preset]
  const audience = entry.audience ?? preset.audience?.(issuer) ?? []
  const { aud: audRule, ...otherDenials } = preset.deniedClaims
  const presetDenials = audience.length > 0 || !audRule ? otherDenials : { ...otherDenials, aud: audRule }
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
    // Optional only if there is a single provider.
    trustEmail: entry.trust_email ?? true,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new IdentityProvidersInvalid(['must be a JSON array of providers'])
  }
}

/** Parses the `IDENTITY_PROVIDERS` variable. Throws `IdentityProvidersInvalid`. */
export function parseIdentityProviders(text: string | undefined): readonly IdentityProvider[] {
  if (!text) throw new IdentityProvidersInvalid(['must be set to a JSON array of providers'])
  const parsed = Entries.safeParse(parseJson(text))
  if (parsed.success) return parsed.data.map(toProvider)
  throw new IdentityProvidersInvalid(
    parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the list'}: ${message}`),
  )
}
