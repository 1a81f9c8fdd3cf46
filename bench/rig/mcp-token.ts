import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The same format as in src/platform/auth/tokens/format.ts, which does not run in Node. */
export function newMcpToken(): string {
  const secret = [...randomBytes(30)].map((byte) => digits.charAt(byte % 62)).join('')
  let rest = crc32(`mcs_mcp_${secret}`)
  let checksum = ''
  for (let place = 0; place < 6; place++) {
    checksum = digits.charAt(rest % 62) + checksum
    rest = Math.floor(rest / 62)
  }
  return `mcs_mcp_${secret}${checksum}`
}
