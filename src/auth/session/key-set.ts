import { importJWK } from 'jose'
import * as z from 'zod'
import { keyShapes, type SigningAlgorithm } from './signing-algorithms.ts'

export type SigningKey = {
  readonly kid: string | undefined
  readonly alg: SigningAlgorithm
  readonly key: CryptoKey
}

export type WantedKey = { readonly alg: SigningAlgorithm; readonly kid: string | undefined }

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
  // A private key on a public page signs for anybody.
  .refine((jwk) => !('d' in jwk) && !('k' in jwk))

type PublicKey = z.infer<typeof PublicKey>

/** The members of a JWK Set (RFC 7517 §5), unread; `undefined` when the text is no key set. */
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
    // jose throws a TypeError, not a refusal, for RSA keys this small.
    const tooSmall = 'modulusLength' in key.algorithm && key.algorithm.modulusLength < 2048
    return tooSmall ? [] : [{ kid, alg, key }]
  } catch {
    return []
  }
}

/**
 * Imports every public signature key that one of `algorithms` can use, one entry for each pair, so that
 * a verification imports nothing. Members that are anything else (RFC 7517 §5) are skipped.
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

/** The one key that fits. A token without a `kid` is `ambiguous` where several would. */
export function chooseKey(keys: readonly SigningKey[], { alg, kid }: WantedKey): KeyChoice {
  const fitting = keys.filter((key) => key.alg === alg && (kid === undefined || key.kid === kid))
  const [only, second] = fitting
  if (!only) return { outcome: 'unknown' }
  return second ? { outcome: 'ambiguous' } : { outcome: 'found', key: only.key }
}
