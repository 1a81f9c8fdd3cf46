/** The network that an address is in: the /24 of an IPv4 address, the /48 of an IPv6 one. Null: it is no address. */
export function addressPrefix(address: string | undefined): string | null {
  if (address === undefined || address.length > 45) return null
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  return networkV4(mapped ?? address) ?? networkV6(address)
}

function networkV4(address: string): string | null {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)?.slice(1).map(Number)
  if (!parts || parts.some((part) => part > 255)) return null
  return `${parts.slice(0, 3).join('.')}.0/24`
}

function networkV6(address: string): string | null {
  // Brackets are taken off again: the URL parser checks the address, and writes it one way.
  const host = /^[\da-f:.]+$/i.test(address) ? URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) : undefined
  if (host === undefined) return null
  const [head = '', tail] = host.split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = tail?.split(':').filter((group) => group !== '') ?? []
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 3).join(':')}::/48`
}
