import type { RequestContext } from '../app-env.ts'
import { type SelectedFields, withFields } from './fields.ts'
import { jsonHeaders, jsonReply } from '../standard-headers.ts'

/** The start of the content's SHA-256. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return new Uint8Array(digest).slice(0, 16).toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** Whether If-None-Match has this ETag, weak or not (RFC 9110 §13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map(opaque) ?? []
  return known.includes(opaque(etag)) || known.includes('*')
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

/**
 * The response to a GET, or 304 if the client has it. The ETag of a resource is its version, and of anything else weak, from
 * its content. `fields`: the only ones that are sent. `versionTells`: whether everything in this output changes with the
 * version. `included`: fields that have no version; with one of them, the output is like anything else.
 */
export async function conditionalReply(
  c: RequestContext,
  output: object,
  fields: SelectedFields | undefined,
  { versionTells, included }: { readonly versionTells: boolean; readonly included: readonly string[] },
): Promise<Response> {
  const { version } = Object(output)
  const ifNoneMatch = c.req.header('If-None-Match')
  if (typeof version === 'number' && !included.some((name) => name in output)) {
    const etag = `"v${version}"`
    if (versionTells && isKnown(ifNoneMatch, etag)) return notModified(c, etag)
    return jsonReply(c, withFields(output, fields), 200, { ETag: etag })
  }
  const bytes = new TextEncoder().encode(JSON.stringify(withFields(output, fields)))
  const etag = `W/"${await digestOf(bytes)}"`
  if (isKnown(ifNoneMatch, etag)) return notModified(c, etag)
  return new Response(bytes, { headers: { ...jsonHeaders(c), ETag: etag } })
}

function notModified(c: RequestContext, etag: string): Response {
  const { 'Content-Type': _type, ...headers } = jsonHeaders(c)
  return new Response(null, { status: 304, headers: { ...headers, ETag: etag } })
}
