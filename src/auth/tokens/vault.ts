import { CompactEncrypt, compactDecrypt, errors } from 'jose'
import type { TokenKeys } from './keys.ts'

/** Encrypts what the database keeps of others' secrets. */
export type Vault = {
  /** Opens for the same `owner` alone: put into another's row, it stays shut. */
  readonly seal: (secret: string, owner: string) => Promise<string>
  /** Null where it was tampered with, is another owner's, or its key is gone. */
  readonly open: (sealed: string, owner: string) => Promise<string | null>
  /** What is sealed now begins with this and a dot; the rest was sealed with a previous key. */
  readonly keyName: () => Promise<string>
}

/** `keys` is called only when something is sealed or opened, so that a service which keeps no secrets needs none. */
export function openVault(keys: () => TokenKeys): Vault {
  return {
    keyName: () => nameOf(keys().current),
    async seal(secret, owner) {
      const { current } = keys()
      // The header is authenticated with the text (RFC 7516 section 5.1), and the owner with it.
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

/** Tells keys apart and gives none away: the beginning of the key's SHA-256. */
async function nameOf(key: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', key)).toHex().slice(0, 8)
}
