import * as z from 'zod'
import { jsonOf } from '../../platform/errors/parse-json.ts'
import { readLimited } from '../../platform/outside/read-limited.ts'
import { shownClientName } from './client-name.ts'
import { isPrivateUse, redirectRefusal } from './redirect-uri.ts'

type DocumentRefusal =
  | 'unreachable'
  | 'redirected'
  | 'status'
  | 'too_large'
  | 'not_utf8'
  | 'not_json'
  | 'malformed'
  | 'other_client_id'
  | 'shared_secret'
  | 'private_key'
  | 'authentication_method'
  | 'no_redirect_uris'

export type ClientDocument = {
  readonly name: string
  readonly redirect_uris: readonly string[]
  /** How long it may be cached according to its headers; 0: not at all. */
  readonly seconds: number
}

type Fetched = { readonly document: ClientDocument } | { readonly refused: DocumentRefusal }

const maxBytes = 5 * 1024
const timeoutMs = 5000
const maxCacheSeconds = 86_400

/** Fetches a client metadata document: at most 5 KB, within 5 seconds, without redirects. */
export async function fetchClientDocument(url: URL): Promise<Fetched> {
  // One timeout for headers and body, so that a server cannot send the body slowly forever.
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { redirect: 'manual', headers: { Accept: 'application/json' }, signal })
    if (response.status !== 200) {
      await response.body?.cancel()
      return { refused: statusRefusal(response.status) }
    }
    const bytes = await readLimited(response, maxBytes, signal)
    if (bytes === null) return { refused: 'too_large' }
    return readDocument(bytes, url.href, secondsOf(response.headers))
  } catch {
    return { refused: 'unreachable' }
  }
}

const statusRefusal = (status: number): DocumentRefusal => (status >= 300 && status < 400 ? 'redirected' : 'status')

const Document = z.looseObject({
  client_id: z.string(),
  client_name: z.unknown().optional(),
  redirect_uris: z.array(z.unknown()).max(100),
  token_endpoint_auth_method: z.string().nullish(),
  token_endpoint_auth_methods_supported: z.array(z.unknown()).nullish(),
  jwks: z.looseObject({ keys: z.array(z.looseObject({})) }).nullish(),
})

/** Parses the document. Refuses one of another client, or with a secret (client-id-metadata-document, section 4). */
export function readDocument(bytes: Uint8Array, clientId: string, seconds: number): Fetched {
  const text = decodedUtf8(bytes)
  if (text === null) return { refused: 'not_utf8' }
  const json = jsonOf(text)
  if (json === undefined) return { refused: 'not_json' }
  const read = Document.safeParse(json)
  if (!read.success) return { refused: 'malformed' }
  const refused = contentRefusal(read.data, clientId)
  if (refused !== null) return { refused }
  const redirect_uris = read.data.redirect_uris.filter(
    (uri) => typeof uri === 'string' && redirectRefusal(uri) === null && !isPrivateUse(uri),
  )
  if (redirect_uris.length === 0) return { refused: 'no_redirect_uris' }
  const name = shownClientName(read.data.client_name, new URL(clientId).host)
  return { document: { name, redirect_uris: redirect_uris.map(String), seconds } }
}

function contentRefusal(document: z.output<typeof Document>, clientId: string): DocumentRefusal | null {
  if (document.client_id !== clientId) return 'other_client_id'
  if ('client_secret' in document || 'client_secret_expires_at' in document) return 'shared_secret'
  if (document.jwks?.keys.some((key) => 'd' in key || 'k' in key)) return 'private_key'
  const method = document.token_endpoint_auth_method ?? 'none'
  const offered = [method, ...(document.token_endpoint_auth_methods_supported ?? [])]
  if (method.startsWith('client_secret')) return 'shared_secret'
  return offered.includes('none') ? null : 'authentication_method'
}

function decodedUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return null
  }
}

/** The cache lifetime (RFC 9111 section 5.2.2), at most one day. */
export function secondsOf(headers: Headers): number {
  const control = headers.get('Cache-Control')?.toLowerCase() ?? ''
  if (/\b(?:no-store|no-cache|private)\b/.test(control)) return 0
  const age = Number(/\b(?:s-maxage|max-age)="?(\d{1,9})/.exec(control)?.[1] ?? 0) - Number(headers.get('Age') ?? 0)
  return Math.max(0, Math.min(maxCacheSeconds, age || 0))
}
