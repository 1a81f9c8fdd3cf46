import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'

const StoredSecrets = z.object({
  key: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    d: z.string(),
    kid: z.string(),
  }),
  cookieSecret: z.string().min(32),
})

/** The identity provider's secrets. They are stored, so that tokens and sign-ins survive a restart. */
export async function signingKey(dir: string): Promise<z.infer<typeof StoredSecrets>> {
  const file = join(dir, 'identity-provider.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text !== undefined) return StoredSecrets.parse(JSON.parse(text))

  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const created = StoredSecrets.parse({
    key: { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex') },
    cookieSecret: randomBytes(32).toString('base64url'),
  })
  await mkdir(dir, { recursive: true })
  await writeFile(file, JSON.stringify(created), { mode: 0o600 })
  return created
}
