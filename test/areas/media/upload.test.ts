import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Media } from '../../../src/areas/media/media.ts'
import { maxFileBytes } from '../../../src/areas/media/image.ts'
import { listMedia } from '../../../src/areas/media/list-media.ts'
import { eventTypesOf } from '../../support/events.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { publish } from '../../support/outside/other-site.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { filesOf, rowsOf, send, upload } from './gallery.ts'
import { others, sample, secret, uniquePng, withMetadata } from './samples.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

describe('uploading a picture', () => {
  test.for([...withMetadata, ...others])(
    '$name gets a public address, and loses what it says about its maker',
    async ({ name, type, extension, width, height }) => {
      const media = await upload(shop, sample(name))
      expect(media).toMatchObject({ store_id: shop.store.id, content_type: type, width, height })
      expect(media.url).toMatch(new RegExp(`^https://commerce\\.test/media/[0-9a-f]{12}/[0-9a-f]{32}\\.${extension}$`))
      expect(media.url).not.toContain(shop.store.id)
      const file = await service().open(new URL(media.url).pathname)
      const bytes = new Uint8Array(await file.arrayBuffer())
      expect(bytes.length).toBe(media.bytes)
      expect(String.fromCharCode(...bytes)).not.toContain(secret)
    },
  )

  test('the same file again is the same picture, under any key and from any member', async () => {
    const media = await upload(shop, sample('gif'))
    const count = (await filesOf(shop)).length
    expect(await upload(shop, sample('gif'))).toEqual({ ...media, unused_since: expect.any(String) })
    const server = await serverOf(shop, { scopes: ['catalog:write'] })
    const again = await send({ owner: { ...shop.owner, ...server } }, sample('gif'))
    expect(expectBody(again, 201, Media).id).toBe(media.id)
    expect(again.headers.get('Location')).toBe(`/api/media/${media.id}`)
    expect(await filesOf(shop)).toHaveLength(count)
    expect(await eventTypesOf(media.id)).toEqual(['media.created'])
  })

  test('a retry with the same Idempotency-Key is a replay, and another file under it is refused', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const file = uniquePng('retried')
    const first = await send(shop, file, key)
    const again = await send(shop, file, key)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expectProblem(await send(shop, uniquePng('other'), key), 422, 'idempotency_key_reused')
  })

  test('as the file of a form, as browsers and curl send it', async () => {
    const form = new FormData()
    form.append('alt', 'A scarf')
    form.append('file', new Blob([sample('webp')], { type: 'image/webp' }), 'scarf.webp')
    const request = new Request('https://commerce.test/', { method: 'POST', body: form })
    const body = new Uint8Array(await request.arrayBuffer())
    const sent = await send(shop, body, { 'Content-Type': request.headers.get('Content-Type') ?? '' })
    expect(expectBody(sent, 201, Media)).toMatchObject({ content_type: 'image/webp', width: 4, height: 6 })

    for (const text of ['', '--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\nA scarf\r\n--x--\r\n']) {
      const empty = await send(shop, new TextEncoder().encode(text), {
        'Content-Type': 'multipart/form-data; boundary=x',
      })
      expect(expectProblem(empty, 422, 'invalid_input').errors).toMatchObject([{ pointer: '/file' }])
    }
  })

  test.for([
    {
      what: 'a body that looks like its boundary everywhere',
      body: '-'.repeat(100_000),
      boundary: `${'-'.repeat(60)}x`,
    },
    { what: 'thousands of parts', body: '--x\r\n\r\n\r\n'.repeat(20_000), boundary: 'x' },
    { what: 'a part of line breaks', body: `--x\r\n${'\r'.repeat(100_000)}\r\n--x--`, boundary: 'x' },
  ])('$what costs no more than one search', async ({ body, boundary }) => {
    const find = vi.spyOn(Uint8Array.prototype, 'indexOf')
    const sent = await send(shop, new TextEncoder().encode(body), {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
    })
    const searches = find.mock.calls.length
    find.mockRestore()
    expectProblem(sent, 422, 'invalid_input')
    expect(searches).toBeLessThan(1000)
  })

  test('files are listed, newest first, and found by their ids', async () => {
    const own = await openShop()
    const [first, second] = [await upload(own), await upload(own)]
    const { data, meta } = expectBody(await own.owner.get('/api/media'), 200, listMedia.output)
    expect([data, meta.total]).toEqual([[second, first], 2])
    expect(expectBody(await own.owner.get(`/api/media/${first.id}`), 200, Media)).toEqual(first)
  })
})

describe('what is refused leaves nothing behind', () => {
  const png = sample('png')
  const huge = png.slice()
  huge.set([0, 1, 0x11, 0x70], 16)
  const text = (words: string) => new TextEncoder().encode(words)

  test.for([
    {
      title: 'SVG',
      file: text('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      status: 415,
      code: 'unsupported_media_type',
    },
    {
      title: 'HTML called a picture',
      file: text('<html>'),
      type: 'image/png',
      status: 415,
      code: 'unsupported_media_type',
    },
    { title: 'a PNG called a JPEG', file: png, type: 'image/jpeg', status: 415, code: 'unsupported_media_type' },
    { title: 'an empty body', file: new Uint8Array(), status: 415, code: 'unsupported_media_type' },
    { title: 'half a picture', file: png.slice(0, 500), status: 422, code: 'invalid_image', problem: 'truncated' },
    { title: 'a decompression bomb', file: huge, status: 422, code: 'invalid_image', problem: 'too_many_pixels' },
    { title: 'more than 20 MB', file: new Uint8Array(maxFileBytes + 1), status: 413, code: 'payload_too_large' },
  ])('$title', async ({ file, type, status, code, problem }) => {
    const before = [await filesOf(shop), await rowsOf(shop)]
    const refused = expectProblem(await send(shop, file, type ? { 'Content-Type': type } : {}), status, code)
    if (problem !== undefined) expect(refused.errors).toMatchObject([{ code: problem }])
    expect([await filesOf(shop), await rowsOf(shop)]).toEqual(before)
  })

  test('a file over the quota, with what is used and what is allowed', async () => {
    const file = uniquePng('quota')
    const { bytes } = await upload(shop, file)
    const small = await openShop({ through: service(undefined, { MEDIA_QUOTA_BYTES: String(bytes) }) })
    // It may be used up to the last byte.
    const media = await upload(small, file)
    const refused = expectProblem(await send(small, uniquePng('more')), 409, 'limit_reached')
    expect(refused).toMatchObject({ max_bytes: bytes, used_bytes: bytes })
    expect(await filesOf(small)).toHaveLength(1)
    // A deleted file frees its space immediately.
    expect((await small.owner.delete(`/api/media/${media.id}`)).status).toBe(204)
    await upload(small, uniquePng('more'))
  })

  test('without a bucket, which says what to configure; addresses still work', async () => {
    const bare = await openShop({ through: service(undefined, { MEDIA: undefined }) })
    expect(expectProblem(await send(bare), 501, 'not_configured').detail).toContain('MEDIA')
    const url = publish(() => new Response(uniquePng('bare')))
    expectProblem(await bare.owner.post('/api/media/from-url', { url }), 501, 'not_configured')
    const { images } = await bare.addProduct({ images: [{ url: 'https://cdn.example/scarf.png' }] })
    expect(images).toMatchObject([{ url: 'https://cdn.example/scarf.png', media_id: null, width: null }])
  })

  test('while the bucket cannot be reached; the same request works later', async () => {
    const put = () => Promise.reject(new Error('R2 is down'))
    const broken = service(undefined, { MEDIA: { put, get: () => null, delete: () => undefined } })
    const file = uniquePng('later')
    const failed = await send({ owner: (await openShop({ through: broken })).owner }, file)
    expectProblem(failed, 503, 'storage_unavailable')
    expect(failed.headers.get('Retry-After')).toBe('2')
  })

  test('a file that stops arriving, after a minute for all of it', async () => {
    const minute = new AbortController()
    const others = AbortSignal.timeout.bind(AbortSignal)
    const timer = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 60_000 ? minute.signal : others(ms)))
    let isCancelled = false
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(png.slice(0, 50)),
      // The service has read what there is, and waits.
      pull: () => minute.abort(),
      cancel: () => {
        isCancelled = true
      },
    })
    const before = [await filesOf(shop), await rowsOf(shop)]
    const headers = { Authorization: `Bearer ${shop.owner.token}`, 'Content-Type': 'image/png' }
    const refused = await service().fetch('/api/media', { method: 'POST', headers, body })
    timer.mockRestore()
    expect(expectProblem(refused, 408, 'request_timeout').detail).toContain('60 seconds')
    expect(isCancelled).toBe(true)
    expect([await filesOf(shop), await rowsOf(shop)]).toEqual(before)
  })
})

describe('copying a picture from another site', () => {
  const copy = (url: unknown) => shop.owner.post('/api/media/from-url', { url })

  test('stores it as an upload does, also after redirects', async () => {
    const url = publish(() => new Response(sample('avif'), { headers: { 'Content-Type': 'text/plain' } }))
    const moved = publish(() => Response.redirect(url, 302))
    const media = expectBody(await copy(moved), 201, Media)
    expect(media).toMatchObject({ content_type: 'image/avif', width: 4, height: 6 })
    expect(expectBody(await copy(url), 201, Media).id).toBe(media.id)
    const twice = publish(() => Response.redirect(moved, 302))
    const thrice = publish(() => Response.redirect(twice, 302))
    expect(expectBody(await copy(thrice), 201, Media).id).toBe(media.id)
    const tooOften = publish(() => Response.redirect(thrice, 302))
    expect(expectProblem(await copy(tooOften), 422, 'image_unreachable').errors).toMatchObject([{ code: 'redirects' }])
  })

  test.for([
    'http://pictures.example.org/a.png',
    'https://127.0.0.1/a.png',
    'https://0x7f000001/a.png',
    'https://2130706433/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:7f00:1]/a.png',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/a.png',
    'https://localhost/a.png',
    'https://db.internal/a.png',
    'https://me:secret@pictures.example.org/a.png',
    'https://pictures.example.org:8443/a.png',
    'https://commerce.test/media/a.png',
  ])('refuses an address that is not public: %s', async (address) => {
    const refused = expectProblem(await copy(address), 422, 'image_unreachable')
    expect(refused.errors).toMatchObject([{ pointer: '/url' }])
    // Nor as the target of a redirect.
    const moved = publish(() => new Response(null, { status: 302, headers: { Location: address } }))
    expectProblem(await copy(moved), 422, 'image_unreachable')
  })

  test('refuses what does not lead to a picture, and says nothing of what is there', async () => {
    const loop: string = publish(() => new Response(null, { status: 301, headers: { Location: loop } }))
    const answers = {
      status: publish(() => new Response(secret, { status: 403 })),
      redirects: loop,
      unreachable: publish(() => Promise.reject(new Error(secret))),
      too_large: publish(() => new Response(new Uint8Array(maxFileBytes + 1))),
    }
    for (const [code, url] of Object.entries(answers)) {
      const refused = await copy(url)
      expect(expectProblem(refused, 422, 'image_unreachable').errors, code).toMatchObject([{ code }])
      expect(JSON.stringify(refused.body)).not.toContain(secret)
    }
    const page = publish(() => new Response(`<html>${secret}`, { headers: { 'Content-Type': 'image/png' } }))
    expectProblem(await copy(page), 415, 'unsupported_media_type')
    const half = publish(() => new Response(sample('jpeg').slice(0, 900)))
    expectProblem(await copy(half), 422, 'invalid_image')
  })
})
