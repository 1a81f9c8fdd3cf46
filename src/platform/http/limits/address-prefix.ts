/**
 * The network of an IP address, in CIDR notation. For IPv4, /32 corresponds to /64 and /56, and /24 to /48. Text that is not
 * an address becomes 'unknown', so that all such callers count as one.
 */
export function addressPrefix(address: string | undefined, bits: 64 | 56 | 48): string {
  if (address === undefined) return 'unknown'
  const v4 = v4Of(address)
  if (v4 !== null) return bits === 48 ? `${v4.slice(0, 3).join('.')}.0/24` : `${v4.join('.')}/32`
  const groups = groupsOf(address)
  if (groups === null) return 'unknown'
  // The groups up to /64. The last one keeps only the bits of the prefix.
  const kept = groups
    .slice(0, bits === 48 ? 3 : 4)
    .map((group, index) => (index === 3 ? group & (0xffff << (64 - bits)) & 0xffff : group))
  return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`
}

/** The /24 of an IPv4 address or the /48 of an IPv6 address, for people to read; null if it is not an address. */
export function networkOf(address: string | undefined): string | null {
  const network = addressPrefix(address, 48)
  return network === 'unknown' ? null : network
}

export const isIPv6 = (address: string | undefined): boolean =>
  address !== undefined && v4Of(address) === null && groupsOf(address) !== null

/** The four numbers of an IPv4 address, also if written as IPv6 (`::ffff:192.0.2.1`). */
function v4Of(address: string): readonly number[] | null {
  const text = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return null
  const numbers = text.split('.').map(Number)
  return numbers.every((number) => number < 256) ? numbers : null
}

/** The eight groups of an IPv6 address. The URL parser understands all notations. */
function groupsOf(address: string): readonly number[] | null {
  const host = /^[\da-f:.]+$/i.test(address) ? URL.parse(`http://[${address}]/`)?.hostname : undefined
  if (host === undefined) return null
  const [head = [], tail = []] = host
    .slice(1, -1)
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':').map((group) => Number.parseInt(group, 16))))
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}
