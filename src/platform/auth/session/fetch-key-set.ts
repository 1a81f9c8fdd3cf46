export type FetchProblem = 'unreachable' | 'timeout' | 'redirect' | 'status' | 'too_large' | 'not_a_key_set'

type Fetched = { readonly text: string } | { readonly problem: FetchProblem }

// Enough for twenty RSA keys with certificate chains.
const maxBytes = 65_536

async function readCapped(body: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Fetches a key set. Accepts only status 200 and follows no redirects; `timeoutMs` covers headers and body. Never throws. */
export async function fetchKeySet(uri: string, timeoutMs: number): Promise<Fetched> {
  try {
    const response = await fetch(uri, {
      headers: { accept: 'application/json, application/jwk-set+json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel()
      return { problem: response.status >= 300 && response.status < 400 ? 'redirect' : 'status' }
    }
    const text = await readCapped(response.body)
    return text === undefined ? { problem: 'too_large' } : { text }
  } catch (error) {
    return {
      problem: error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable',
    }
  }
}
