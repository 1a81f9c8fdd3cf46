import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as z from 'zod'
import worker from '../../../src/index.ts'
import type { Bucket } from '../../../src/platform/outside/bucket.ts'
import { Media } from '../../../src/areas/media/media.ts'
import type { Scratch } from '../../support/scratch.ts'
import { expectBody, type Shop } from '../../support/shop.ts'
import { uniquePng } from './samples.ts'

export const { MEDIA: bucket } = z
  .object({
    MEDIA: z.custom<Bucket & { list: (options: { prefix: string }) => Promise<{ objects: { key: string }[] }> }>(),
  })
  .parse(env)

/** Sends a file as the body. */
export const send = (
  { owner }: Pick<Shop, 'owner'>,
  file: Uint8Array = uniquePng(crypto.randomUUID()),
  headers: Record<string, string> = {},
) => owner.post('/api/media', file, { 'Content-Type': 'application/octet-stream', ...headers })

export const upload = async (shop: Pick<Shop, 'owner'>, file?: Uint8Array) =>
  expectBody(await send(shop, file), 201, Media)

/** The files of a store in the bucket, by their keys. */
export async function filesOf({ store, sql }: Pick<Shop, 'store' | 'sql'>): Promise<string[]> {
  const rows = await sql`select app.media_folder(${store.id}) as folder`
  const { objects } = await bucket.list({ prefix: `media/${String(rows[0]?.['folder'])}/` })
  return objects.map(({ key }) => key)
}

/** The rows of a store's files, whatever their state. */
export const rowsOf = ({ store, sql }: Pick<Shop, 'store' | 'sql'>) =>
  sql`select id, status, bytes from media where store_id = ${store.id} order by id`

/** Makes everything about the store's files this much older. */
export const age = ({ store, sql }: Pick<Shop, 'store' | 'sql'>, hours: number) =>
  sql`update media set unused_since = unused_since - make_interval(hours => ${hours}) where store_id = ${store.id}`

/** The hourly job. It covers all stores, so it needs a database that tests of other files do not use. */
export const sweep = (scratch: Scratch) =>
  worker.scheduled(createScheduledController({ cron: '17 * * * *' }), { ...env, ...scratch.variables() })
