import * as z from 'zod'
import { presetNames, presets } from './provider-presets.ts'
import { signingAlgorithms } from './signing-algorithms.ts'

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

function isSecureUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.username || url.password || url.hash) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))
}

const SecureUrl = z
  .string()
  .max(2048)
  .refine(isSecureUrl, 'must be an https URL without credentials or fragment (http only on loopback)')

const Rules = z.record(z.string(), z.array(z.union([z.string(), z.number(), z.boolean()])))
const Names = z.array(z.string().min(1)).min(1)

/** An entry of `IDENTITY_PROVIDERS`. The messages say what to set. */
export const ProviderEntry = z
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
          error: `must be one of ${signingAlgorithms.join(', ')}. HS256 and none are never accepted: switch the provider to asymmetric signing keys`,
        }),
      )
      .min(1)
      .optional(),
    required_claims: Rules.optional(),
    deny_if: Rules.optional(),
    trust_email: z.boolean().optional(),
    max_lifetime_seconds: z.int().min(60).max(2_592_000).optional(),
  })
  .superRefine((entry, context) => {
    const preset = presets[entry.preset]
    const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const pinnedByKeySet = entry.preset === 'workos' && entry.client_id !== undefined
    if (!entry.audience && !entry.azp && !preset.audience && !pinnedByKeySet) {
      problem(
        entry.preset === 'workos' ? 'client_id' : 'audience',
        `nothing ties the tokens of this provider to this service: ${preset.pinHint}`,
      )
    }
    if (!entry.jwks_uri && (!preset.jwksUri || (entry.preset === 'workos' && !entry.client_id))) {
      problem(
        'jwks_uri',
        'is required: the `jwks_uri` in <issuer>/.well-known/openid-configuration; for Neon Auth <base URL>/.well-known/jwks.json',
      )
    }
    if (entry.preset === 'auth0' && !entry.issuer.endsWith('/')) {
      problem('issuer', 'must end with a slash for Auth0: https://<tenant>/')
    }
  })
