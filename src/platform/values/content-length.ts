/** Content-Length; null without one. */
export function lengthOf(headers: Headers): number | null {
  const text = headers.get('Content-Length')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
