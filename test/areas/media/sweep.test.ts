import { beforeAll, describe, expect, test } from 'vitest'
import { sweepMedia } from '../../../src/areas/media/sweep-media.ts'
import { openDatabase } from '../../../src/platform/db/client.ts'
import { env } from 'cloudflare:workers'
import { z } from 'zod'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { service } from '../../support/service.ts'
import { expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { age, bucket, filesOf, rowsOf, send, sweep, upload } from './gallery.ts'
import { uniquePng } from './samples.ts'

const { NEON_FETCH_ENDPOINT } = z.object({ NEON_FETCH_ENDPOINT: z.url() }).parse(env)

let scratch: Scratch
beforeAll(async () => {
  scratch = await openScratch()
})

const openGallery = () => openShop({ through: scratch.service(), sql: scratch.sql })

const dead = () => Promise.reject(new Error('the Worker was killed'))

describe('a Worker that is killed', () => {
  test('between the row and the file leaves a row, which the hourly job deletes', async () => {
    const shop = await openGallery()
    const killed = { ...bucket, put: dead, get: dead, delete: dead }
    await send({ owner: { ...shop.owner, post: serviceOf(shop, killed) } })
    expect([await statusesOf(shop), await filesOf(shop)]).toEqual([['pending'], []])
    expect(await shop.owner.get('/api/media')).toMatchObject({ body: { data: [] } })
    await expectSweptOnlyAfter(shop, 1)
  })

  test('between the file and the second row leaves both, which the hourly job deletes', async () => {
    const shop = await openGallery()
    const file = uniquePng('killed')
    const killed = {
      put: async (...given: Parameters<typeof bucket.put>) => {
        await bucket.put(...given)
        return dead()
      },
      get: dead,
      delete: dead,
    }
    await send({ owner: { ...shop.owner, post: serviceOf(shop, killed) } }, file)
    expect([await statusesOf(shop), (await filesOf(shop)).length]).toEqual([['pending'], 1])
    await expectSweptOnlyAfter(shop, 1)
    // Its bytes no longer count, and the same file can be uploaded again.
    expect(await totalOf(shop)).toBe('0')
    await upload(shop, file)
  })

  test('after an upload that was cut short, sending the file again completes it', async () => {
    const shop = await openGallery()
    const file = uniquePng('again')
    await send({ owner: { ...shop.owner, post: serviceOf(shop, { put: dead, get: dead, delete: dead }) } }, file)
    const media = await upload(shop, file)
    expect([await statusesOf(shop), (await filesOf(shop)).length]).toEqual([['ready'], 1])
    expect(await totalOf(shop)).toBe(String(media.bytes))
  })

  test('between the row and the file of a deletion leaves the file, which the hourly job deletes', async () => {
    const shop = await openGallery()
    const { id } = await upload(shop)
    const killed = failing({ put: dead, get: dead, delete: dead })
    const gone = await killed.fetch(`/api/media/${id}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${shop.owner.token}` },
    })
    expect([gone.status, await statusesOf(shop), (await filesOf(shop)).length]).toEqual([204, ['deleting'], 1])
    expectProblem(await shop.owner.get(`/api/media/${id}`), 404, 'not_found')
    await sweep(scratch)
    expect([await statusesOf(shop), await filesOf(shop)]).toEqual([[], []])
  })

  test('between the file and the row of the hourly job leaves the row, which the next one deletes', async () => {
    const shop = await openGallery()
    await upload(shop)
    await age(shop, 25)
    const killed = {
      ...bucket,
      delete: async (keys: string[]) => {
        await bucket.delete(keys)
        return dead()
      },
    }
    const jobs = openDatabase({ url: scratch.variables().JOBS_DATABASE_URL, fetchEndpoint: NEON_FETCH_ENDPOINT })
    await expect(sweepMedia(jobs, killed)).rejects.toThrow('job failed')
    expect([await statusesOf(shop), await filesOf(shop)]).toEqual([['deleting'], []])
    await sweep(scratch)
    expect(await statusesOf(shop)).toEqual([])
  })
})

describe('a file that nothing uses', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openGallery()
  })

  test('is deleted after a day, and its place in the quota is free', async () => {
    await upload(shop)
    await expectSweptOnlyAfter(shop, 24)
    expect(await totalOf(shop)).toBe('0')
  })

  test('is deleted with all others, however many the hourly job deletes at once', async () => {
    const { id } = await upload(shop)
    await shop.sql`
      insert into media (store_id, id, name, sha256, content_type, width, height, bytes, status, unused_since)
      select m.store_id, uuidv7(), left(encode(d.sha256, 'hex'), 32), d.sha256, m.content_type, m.width, m.height, m.bytes, 'ready', m.unused_since
        from media m cross join generate_series(1, 600) as n
       cross join lateral (select sha256(n::text::bytea) as sha256) as d
       where m.store_id = ${shop.store.id} and m.id = ${id}`
    await shop.sql`update media_totals set bytes = 601 * bytes where store_id = ${shop.store.id}`
    await age(shop, 25)
    await sweep(scratch)
    expect([await rowsOf(shop), await filesOf(shop)]).toEqual([[], []])
  })

  test('starts its day again when it is uploaded again', async () => {
    const file = uniquePng('day')
    const media = await upload(shop, file)
    await age(shop, 25)
    expect((await upload(shop, file)).id).toBe(media.id)
    await sweep(scratch)
    expect(await statusesOf(shop)).toEqual(['ready'])
  })
})

/** A service whose bucket fails. */
const failing = (bucket: unknown) => service(undefined, { DATABASE_URL: scratch.databaseUrl, MEDIA: bucket })

/** Posts through it. */
const serviceOf =
  ({ owner }: Shop, bucket: unknown): Shop['owner']['post'] =>
  (path, body, headers) =>
    failing(bucket).fetch(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}`, ...headers },
      ...(body instanceof Uint8Array && { body }),
    })

const statusesOf = async (shop: Shop) => (await rowsOf(shop)).map(({ status }) => status)

async function totalOf({ sql, store }: Shop): Promise<unknown> {
  const [row] = await sql`select bytes from media_totals where store_id = ${store.id}`
  return row?.['bytes']
}

/** Expects the hourly job to leave the store's only file alone for this long, and then to delete it. */
async function expectSweptOnlyAfter(shop: Shop, hours: number): Promise<void> {
  const before = [await rowsOf(shop), await filesOf(shop)]
  await age(shop, hours)
  await shop.sql`update media set unused_since = unused_since + interval '1 minute' where store_id = ${shop.store.id}`
  await sweep(scratch)
  expect([await rowsOf(shop), await filesOf(shop)]).toEqual(before)
  await shop.sql`update media set unused_since = unused_since - interval '2 minutes' where store_id = ${shop.store.id}`
  await sweep(scratch)
  expect([await rowsOf(shop), await filesOf(shop)]).toEqual([[], []])
}
