import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Bucket } from '../../platform/outside/bucket.ts'
import type { Context } from '../../platform/operation/context.ts'
import { storeOf } from '../../platform/db/in-stores.ts'
import { media } from '../../platform/db/schema/media.ts'
import { newIdempotencyKey } from '../../platform/operation/idempotency-key.ts'
import { beginMedia } from './begin-media.ts'
import { bucketOf, cacheControl, storageUnavailable } from './picture-bucket.ts'
import type { Image } from './image.ts'
import { type Media, readMedia, toMedia } from './media.ts'

/**
 * Stores a picture: the row, the file, and then the row again. If it is interrupted, the row is left for the hourly job.
 * The same file sent again has the same row, so only the last step needs the caller's Idempotency-Key. Two round trips.
 */
export async function storeImage({ caller, write }: Context, image: Image): Promise<z.output<typeof Media>> {
  const bucket = bucketOf(caller.deployment)
  const { id, path, isStored } = await beginMedia({ ...caller, idempotencyKey: newIdempotencyKey() }, { image })
  if (!isStored) await putFile(bucket, path.slice(1), image)
  const row = await write({
    store: storeOf(media, id),
    statements: () => [],
    result: sql`app.finish_media(${id})`,
    read: readMedia,
  })
  return toMedia(row, caller.deployment.publicUrl)
}

async function putFile(bucket: Bucket, key: string, { cleaned, bytes, sha256 }: Image): Promise<void> {
  // R2 wants to know the length of a stream.
  const { readable, writable } = new FixedLengthStream(bytes)
  const options = { httpMetadata: { contentType: cleaned.type, cacheControl }, sha256 }
  try {
    await Promise.all([bucket.put(key, readable, options), writeAll(writable, cleaned.pieces)])
  } catch (error) {
    throw storageUnavailable(error)
  }
}

async function writeAll(stream: WritableStream<Uint8Array>, pieces: readonly Uint8Array[]): Promise<void> {
  const writer = stream.getWriter()
  for (const piece of pieces) await writer.write(piece)
  await writer.close()
}
