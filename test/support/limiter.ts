/** As Cloudflare's binding: counts by key when it is asked, and says nothing but whether there is room. Its window never ends. */
export function limiter(room: number) {
  const counts = new Map<string, number>()
  const limit = ({ key }: { key: string }) => {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return Promise.resolve({ success: (counts.get(key) ?? 0) <= room })
  }
  return { binding: { limit }, counts, keys: () => [...counts.keys()] }
}
