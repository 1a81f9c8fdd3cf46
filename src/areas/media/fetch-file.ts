import { lengthOf } from '../../platform/outside/read-limited.ts'
import { refused, ServiceError } from '../../platform/errors/errors.ts'
import type { ProblemCode } from '../../platform/errors/problem-codes.ts'
import { externalUrl } from '../../platform/outside/external-url.ts'
import type { ArrivingFile } from './arriving-file.ts'
import { maxFileBytes } from './image.ts'
import { readBytes } from './read-bytes.ts'

const timeoutMs = 15_000
const maxRedirects = 3

/**
 * Fetches a file from another site: at most 20 MB, in 15 seconds for everything. Every address on the way must be
 * public. If the response is not a picture, nothing of it reaches the caller.
 */
export async function fetchFile(file: ArrivingFile, address: string, publicUrl: string): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs)
  let next = address
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const checked = externalUrl(next, publicUrl)
    if ('refused' in checked) throw unreachable(checked.refused, refusals[checked.refused] ?? publicRequired)
    const response = await send(checked.url, signal)
    const location = response.headers.get('Location')
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel().catch(() => {})
      next = URL.parse(location, checked.url)?.href ?? ''
      continue
    }
    if (response.status !== 200) {
      await response.body?.cancel().catch(() => {})
      throw unreachable('status', `The other site responded with ${response.status}. Check the address.`)
    }
    const bytes = await read(file, response, signal)
    if (bytes === null) throw unreachable('too_large', `The file must be at most ${maxFileBytes} bytes.`)
    return bytes
  }
  throw unreachable('redirects', `The address redirects more than ${maxRedirects} times. Send the last address.`)
}

const publicRequired = 'The address, and every address that it redirects to, must be a public https address.'

const refusals: Readonly<Record<string, string>> = {
  our_own_host: 'The address is one of this service. Use the media_id of a file that is already here.',
}

async function send(url: URL, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', headers: { Accept: 'image/*' }, signal })
  } catch {
    throw unreachable('unreachable', notReached)
  }
}

async function read(file: ArrivingFile, response: Response, signal: AbortSignal): Promise<Uint8Array | null> {
  try {
    // The length of a compressed body says nothing about the file.
    const length = response.headers.has('Content-Encoding') ? null : lengthOf(response.headers)
    return await readBytes(file, response.body, { maxBytes: maxFileBytes, length, signal })
  } catch (error) {
    throw error instanceof ServiceError ? error : unreachable('unreachable', notReached)
  }
}

const notReached = `The other site did not send the file within ${timeoutMs / 1000} seconds, or sent it too slowly. Try again, or upload the file.`

const unreachable = (code: ProblemCode, detail: string) =>
  refused('image_unreachable', [{ pointer: '/url', code, detail }])
