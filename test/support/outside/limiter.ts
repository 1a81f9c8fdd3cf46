/** Like Cloudflare's rate limit binding, with a window that never ends. */
export function limiter(max: number) {
  const counts = new Map<string, number>()
  const limit = ({ key }: { key: string }) => {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return Promise.resolve({ success: (counts.get(key) ?? 0) <= max })
  }
  return { binding: { limit }, counts, keys: () => [...counts.keys()] }
}
