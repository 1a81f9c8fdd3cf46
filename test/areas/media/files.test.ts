import { beforeAll, expect, test } from 'vitest'
import { service } from '../../support/service.ts'
import { expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { upload } from './gallery.ts'
import { sample, uniquePng } from './samples.ts'

let shop: Shop
let path: string
beforeAll(async () => {
  shop = await openShop()
  path = new URL((await upload(shop, sample('webp'))).url).pathname
})

test('anybody who knows the address gets the file, from any origin, and may keep it for good', async () => {
  const file = await service().open(path)
  expect(file.status).toBe(200)
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'access-control-allow-origin': '*',
  })
  expect(file.headers.has('set-cookie')).toBe(false)
  await file.body?.cancel()
  const known = await service().fetch(path, { headers: { 'If-None-Match': file.headers.get('ETag') ?? '' } })
  expect([known.status, known.body]).toEqual([304, ''])
})

test('HEAD has the headers without the file', async () => {
  const head = await service().open(path, { method: 'HEAD' })
  expect([head.status, head.headers.get('Content-Type'), await head.text()]).toEqual([200, 'image/webp', ''])
})

test.for(['/media/x', '/media/0123456789ab/../../secret', '/media/0123456789ab/0123456789abcdef0123456789abcdef.jpg'])(
  'there is nothing at %s',
  async (unknown) => {
    expectProblem(await service().fetch(unknown), 404, 'not_found')
  },
)

test('a deleted file is gone', async () => {
  const media = await upload(shop, uniquePng('gone'))
  const at = new URL(media.url).pathname
  expect((await shop.owner.delete(`/api/media/${media.id}`)).status).toBe(204)
  expectProblem(await service().fetch(at), 404, 'not_found')
  expectProblem(await shop.owner.get(`/api/media/${media.id}`), 404, 'not_found')
  expectProblem(await shop.owner.delete(`/api/media/${media.id}`), 404, 'not_found')
})

test('a smaller one is made by Cloudflare where that is configured, and is the original elsewhere', async () => {
  const resizing = service(undefined, { MEDIA_RESIZING: 'cloudflare' })
  const small = await resizing.fetch(`${path}?w=300`)
  expect(small.status).toBe(302)
  expect(small.headers.get('Location')).toBe(`/cdn-cgi/image/width=400,fit=scale-down,format=auto${path}`)
  for (const [through, query] of [
    [service(), '?w=300'],
    [resizing, ''],
    [resizing, '?w=9999'],
    [resizing, '?w=x'],
  ] as const) {
    const original = await through.open(path + query)
    expect([original.status, original.headers.get('Content-Type')], query).toEqual([200, 'image/webp'])
    await original.body?.cancel()
  }
})

test('a deleted file is taken out of an archived product, which has a new version then', async () => {
  const media = await upload(shop, uniquePng('archived'))
  const { id } = await shop.addProduct({ images: [{ media_id: media.id }] })
  const at = `/api/products/${id}`
  await shop.owner.delete(at)
  const etag = (await shop.owner.get(at)).headers.get('ETag') ?? ''
  expect((await shop.owner.delete(`/api/media/${media.id}`)).status).toBe(204)
  const changed = await shop.owner.get(at, { 'If-None-Match': etag })
  expect(changed).toMatchObject({ status: 200, body: { images: [] } })
  expect(changed.headers.get('ETag')).not.toBe(etag)
})
