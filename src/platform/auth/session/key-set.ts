import { importJWK } from 'jose'
import * as z from 'zod'
import { keyShapes, type SigningAlgorithm } from './signing-algorithms.ts'

export type SigningKey = {
  readonly kid: string | undefined
  readonly alg: SigningAlgorithm
  readonly key: CryptoKey
}

export type KeyQuery = { readonly alg: SigningAlgorithm; readonly kid: string | undefined }

export type KeyChoice =
  | { readonly outcome: 'found'; readonly key: CryptoKey }
  | { readonly outcome: 'unknown' | 'ambiguous' }

const KeySet = z.object({ keys: z.array(z.unknown()).max(100) })

const PublicKey = z
  .looseObject({
    kty: z.enum(['RSA', 'EC', 'OKP']),
    kid: z.string().min(1).max(255).optional(),
    use: z.literal('sig').optional(),
    key_ops: z
      .array(z.string())
      .refine((operations) => operations.includes('verify'))
      .optional(),
    alg: z.string().optional(),
    crv: z.string().optional(),
    n: z.string().optional(),
    e: z.string().optional(),
    x: z.string().optional(),
    y: z.string().optional(),
  })
  // Anybody could sign with a private key that is published here.
  .refine((jwk) => !('d' in jwk) && !('k' in jwk))

type PublicKey = z.infer<typeof PublicKey>

/** The members of a JWK Set (RFC 7517 §5), not yet validated; `undefined` if the text is not a key set. */
export function readKeySet(text: string): readonly unknown[] | undefined {
  try {
    return KeySet.safeParse(JSON.parse(text)).data?.keys
  } catch {
    return undefined
  }
}

function fits(jwk: PublicKey, alg: SigningAlgorithm): boolean {
  const shape = keyShapes[alg]
  if (jwk.alg !== undefined && jwk.alg !== alg) return false
  return jwk.kty === shape.kty && (!('crv' in shape) || jwk.crv === shape.crv)
}

async function importKey(jwk: PublicKey, alg: SigningAlgorithm): Promise<SigningKey[]> {
  const { kty, crv, n, e, x, y, kid } = jwk
  const material = Object.fromEntries(Object.entries({ crv, n, e, x, y }).filter(([, part]) => part !== undefined))
  try {
    const key = await importJWK({ kty, ...material }, alg)
    if (!(key instanceof CryptoKey) || key.type !== 'public') return []
    // jose throws a TypeError when verifying with smaller RSA keys.
    const isTooSmall = 'modulusLength' in key.algorithm && key.algorithm.modulusLength < 2048
    return isTooSmall ? [] : [{ kid, alg, key }]
  } catch {
    return []
  }
}

/**
 * Imports every public signature key, once for each of `algorithms` that can use it, so that verification need not import
 * anything. Skips other members (RFC 7517 §5).
 */
export async function importKeys(
  members: readonly unknown[],
  algorithms: readonly SigningAlgorithm[],
): Promise<readonly SigningKey[]> {
  const jwks = members.flatMap((member) => PublicKey.safeParse(member).data ?? [])
  const pairs = jwks.flatMap((jwk) => algorithms.filter((alg) => fits(jwk, alg)).map((alg) => ({ jwk, alg })))
  const imported = await Promise.all(pairs.map(({ jwk, alg }) => importKey(jwk, alg)))
  return imported.flat()
}

/** The matching key. `ambiguous`: the token has no `kid`, and several keys match. */
export function chooseKey(keys: readonly SigningKey[], { alg, kid }: KeyQuery): KeyChoice {
  const matching = keys.filter((key) => key.alg === alg && (kid === undefined || key.kid === kid))
  const [only, second] = matching
  if (!only) return { outcome: 'unknown' }
  return second ? { outcome: 'ambiguous' } : { outcome: 'found', key: only.key }
}
