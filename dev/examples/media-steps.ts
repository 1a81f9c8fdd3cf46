import type { Perform } from './recorder.ts'

// One grey pixel.
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

/** Uploaded pictures. Copying one from another site needs another site, so that example is written by hand. */
export async function recordMedia(call: Perform): Promise<void> {
  const body = new Blob([Buffer.from(png, 'base64')])
  const { id } = await call('create_media', { body, type: 'image/png' })
  const path = { media_id: String(id) }
  await call('list_media', { query: { limit: 1 } })
  await call('get_media', { path })
  await call('delete_media', { path })
}
