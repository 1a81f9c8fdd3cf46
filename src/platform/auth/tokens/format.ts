/** The kinds of secrets and their prefixes, by which secret scanners recognize them. */
const tokenPrefixes = {
  mcp: 'mcs_mcp_',
  key: 'mcs_key_',
  access: 'mcs_at_',
  refresh: 'mcs_rt_',
  code: 'mcs_ac_',
  clientSecret: 'mcs_cs_',
  request: 'mcs_ar_',
} as const

export type TokenKind = keyof typeof tokenPrefixes

const kinds = ['mcp', 'key', 'access', 'refresh', 'code', 'clientSecret', 'request'] as const satisfies TokenKind[]

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 30
const checksumLength = 6

/** A new secret: the prefix, 30 random base62 digits (178 bits), then the CRC32 of it all in 6 base62 digits. */
export function newToken(kind: TokenKind): string {
  const token = tokenPrefixes[kind] + randomDigits(secretLength)
  return token + checksumOf(token)
}

/**
 * A token derived from a presented one: it has HMAC(key, kind and token) in place of the random digits. The same input always
 * gives the same token, and nobody without the key can predict it.
 */
export async function derivedToken(kind: TokenKind, key: CryptoKey, presented: string): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${kind} ${presented}`))
  let remainder = BigInt(`0x${new Uint8Array(mac).toHex()}`)
  let digits = ''
  for (let i = 0; i < secretLength; i++) {
    digits += alphabet.charAt(Number(remainder % 62n))
    remainder /= 62n
  }
  const token = tokenPrefixes[kind] + digits
  return token + checksumOf(token)
}

/** The kind of secret that the text begins like, even if it is malformed. */
export const kindOf = (value: string): TokenKind | undefined =>
  kinds.find((kind) => value.startsWith(tokenPrefixes[kind]))

/** Whether the text is well-formed for this kind. Detects typing errors without asking the database. */
export function isToken(kind: TokenKind, value: string): boolean {
  const body = value.slice(0, -checksumLength)
  return (
    body.length === tokenPrefixes[kind].length + secretLength &&
    body.startsWith(tokenPrefixes[kind]) &&
    value.slice(-checksumLength) === checksumOf(body)
  )
}

/** SHA-256 of a secret, in hex. Only this is stored. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return new Uint8Array(digest).toHex()
}

/** The beginning of a secret, shown in lists so that its owner can recognize it. */
export const displayPrefix = (token: string): string => token.slice(0, tokenPrefixes.mcp.length + 4)

function checksumOf(text: string): string {
  let remainder = crc32(text)
  let digits = ''
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet.charAt(remainder % 62) + digits
    remainder = Math.floor(remainder / 62)
  }
  return digits
}

function randomDigits(count: number): string {
  let digits = ''
  while (digits.length < count) {
    // 248 is the largest multiple of 62 in a byte. Using higher values would make some digits more likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(count)))
      if (byte < 248 && digits.length < count) digits += alphabet.charAt(byte % 62)
  }
  return digits
}

/** ISO 3309. Without a table, because tokens are short. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
