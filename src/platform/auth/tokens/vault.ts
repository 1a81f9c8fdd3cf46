import { CompactEncrypt, compactDecrypt, errors } from 'jose'
import type { TokenKeys } from './keys.ts'

/** The names of the configured keys; null: there is none. */
export type KeyNames = { readonly current: string | null; readonly previous: string | null }

/** Encrypts third-party secrets for storage in the database. */
export type Vault = {
  /** Only the same `owner` can open it, so it is useless in another row. */
  readonly seal: (secret: string, owner: string) => Promise<string>
  /** Null if it was modified, belongs to another owner, or its key is no longer configured. */
  readonly open: (sealed: string, owner: string) => Promise<string | null>
  /** What a key seals begins with its name and a dot. */
  readonly keyNames: () => Promise<KeyNames>
}

/** `keys` is called only when something is sealed or opened, so that a service without secrets needs no keys. */
export function openVault(keys: () => TokenKeys): Vault {
  return {
    keyNames: async () => keyNamesOf(keys()),
    async seal(secret, owner) {
      const { current } = keys()
      // The owner is in the header, which is authenticated with the text (RFC 7516 section 5.1).
      const sealed = await new CompactEncrypt(new TextEncoder().encode(secret))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', aud: owner })
        .encrypt(current)
      return `${await nameOf(current)}.${sealed}`
    },
    async open(sealed, owner) {
      const { current, previous } = keys()
      const [name = ''] = sealed.split('.', 1)
      for (const key of [current, previous])
        if (key && (await nameOf(key)) === name) return decrypt(sealed.slice(name.length + 1), key, owner)
      return null
    },
  }
}

export async function keyNamesOf(keys: TokenKeys | null): Promise<KeyNames> {
  const { current, previous } = keys ?? {}
  return { current: current ? await nameOf(current) : null, previous: previous ? await nameOf(previous) : null }
}

async function decrypt(sealed: string, key: Uint8Array, owner: string): Promise<string | null> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return protectedHeader['aud'] === owner ? new TextDecoder().decode(plaintext) : null
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null
    throw error
  }
}

/** The beginning of the key's SHA-256, which identifies the key without revealing it. */
async function nameOf(key: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', key)).toHex().slice(0, 8)
}
