/** What a secret is for, by the prefix that names it (and that secret scanners know it by). */
const tokenPrefixes = {
  mcp: 'mcs_mcp_',
  access: 'mcs_at_',
  refresh: 'mcs_rt_',
  code: 'mcs_ac_',
  clientSecret: 'mcs_cs_',
  request: 'mcs_ar_',
} as const

export type TokenKind = keyof typeof tokenPrefixes

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 30
const checksumLength = 6

/** A new secret: 30 random base62 digits (178 bits) behind the prefix, then 6 of the CRC32 of all before. */
export function newToken(kind: TokenKind): string {
  const token = tokenPrefixes[kind] + randomDigits(secretLength)
  return token + checksumOf(token)
}

/**
 * The one successor of a presented token: HMAC(key, kind and token) in place of the random digits, so that everybody
 * who presents it gets the same, and nobody without the key can foretell it.
 */
export async function derivedToken(kind: TokenKind, key: CryptoKey, presented: string): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${kind} ${presented}`))
  let rest = BigInt(`0x${new Uint8Array(mac).toHex()}`)
  let digits = ''
  for (let i = 0; i < secretLength; i++) {
    digits += alphabet.charAt(Number(rest % 62n))
    rest /= 62n
  }
  const token = tokenPrefixes[kind] + digits
  return token + checksumOf(token)
}

/** Whether it can be a secret of this kind at all: a mistyped or made-up one is told apart without asking the database. */
export function isToken(kind: TokenKind, value: string): boolean {
  const body = value.slice(0, -checksumLength)
  return (
    body.length === tokenPrefixes[kind].length + secretLength &&
    body.startsWith(tokenPrefixes[kind]) &&
    value.slice(-checksumLength) === checksumOf(body)
  )
}

/** What is kept of a secret, as hex: enough to know it again, too little to be it. */
export async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return new Uint8Array(digest).toHex()
}

/** What a list shows of a secret, so that its owner can tell which one it is. */
export const displayPrefix = (token: string): string => token.slice(0, tokenPrefixes.mcp.length + 4)

function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

function randomDigits(count: number): string {
  let digits = ''
  while (digits.length < count) {
    // 248 is the largest multiple of 62 in a byte: taking the rest would make some digits likelier.
    for (const byte of crypto.getRandomValues(new Uint8Array(count)))
      if (byte < 248 && digits.length < count) digits += alphabet.charAt(byte % 62)
  }
  return digits
}

/** ISO 3309, bit by bit: a token is short. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
