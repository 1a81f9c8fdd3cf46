import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Media } from '../../../src/areas/media/media.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { publish } from '../../support/outside/other-site.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { Store } from '../../../src/areas/stores/store.ts'
import { rowsOf, send, upload } from './gallery.ts'
import { sample, uniquePng } from './samples.ts'

const megabytes = (count: number) => count * 1024 * 1024

/** A body of which so much arrives, and nothing more until `end` is called. */
function stalling(bytes: number) {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  let isRead = false
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        if (isRead || bytes === 0) {
          begun.resolve()
          await ended.promise
          stream.close()
        } else stream.enqueue(new Uint8Array(bytes))
        isRead = true
      },
      cancel: () => begun.resolve(),
    },
    { highWaterMark: 0 },
  )
  const end = () => ended.resolve()
  onTestFinished(end)
  return { body, begun: begun.promise, isRead: () => isRead, end }
}

/** Begins to upload a large picture, of which only so much arrives before the sender stops. */
async function begin({ owner }: { readonly owner: { readonly token: string } }, bytes: number) {
  const { body, begun, end } = stalling(bytes)
  const answer = service().fetch('/api/media', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${owner.token}`,
      'Content-Type': 'image/png',
      'Content-Length': String(megabytes(20)),
    },
    body,
  })
  await Promise.race([begun, answer])
  return { answer, end }
}

const largePicture = (bytes = megabytes(3)) => {
  const png = uniquePng(crypto.randomUUID())
  const file = new Uint8Array(bytes)
  // What follows the picture is not stored.
  file.set(png)
  return file
}

describe('uploads of others', () => {
  test('are not kept out by connections that announce large pictures and send nothing', async () => {
    const [stranger, shop] = await Promise.all([openShop(), openShop()])
    const uploads = await Promise.all(Array.from({ length: 10 }, () => begin(stranger, 0)))
    expect((await send(shop, largePicture())).status).toBe(201)
    for (const { end } of uploads) end()
  })

  test('nor by a slow site that pictures are copied from', async () => {
    const [stranger, shop] = await Promise.all([openShop(), openShop()])
    const copies = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { body, begun, end } = stalling(0)
        const url = publish(() => new Response(body))
        const answer = stranger.owner.post('/api/media/from-url', { url })
        await Promise.race([begun, answer])
        return { answer, end }
      }),
    )
    expect((await send(shop, largePicture())).status).toBe(201)
    for (const { end } of copies) end()
    await Promise.all(copies.map(({ answer }) => answer))
  })

  test('are let in when three others have taken all there is, and one of those gives way', async () => {
    const [shop, ...strangers] = await Promise.all([openShop(), openShop(), openShop(), openShop()])
    const uploads = []
    for (const stranger of strangers) uploads.push(await begin(stranger, megabytes(20) - 1))
    expect((await send(shop, largePicture(megabytes(6)))).status).toBe(201)
    for (const { end } of uploads) end()
    const answers = await Promise.all(uploads.map(({ answer }) => answer))
    const gaveWay = answers.filter(({ status }) => status === 429)
    expect(gaveWay).toHaveLength(1)
    for (const answer of gaveWay) expectProblem(answer, 429, 'rate_limited')
  })
})

describe('one share of the memory', () => {
  const expectNoMore = async (
    second: { readonly answer: Promise<Parameters<typeof expectProblem>[0]> },
    whose: string,
  ) => {
    const refused = await second.answer
    expect(expectProblem(refused, 429, 'rate_limited').detail).toContain(whose)
    expect(refused.headers.get('Retry-After')).toBe('1')
  }

  test('is for all files of a store, whoever uploads them; the largest picture fits', async () => {
    const shop = await openShop()
    const colleague = await shop.hire('admin')
    const first = await begin(shop, megabytes(20) - 1)
    await expectNoMore(await begin({ owner: colleague }, megabytes(12)), 'Your store')
    expect((await send(shop, sample('gif'))).status).toBe(201)
    first.end()
    await first.answer
    expect((await send(shop, largePicture())).status).toBe(201)
  })

  test('is for all files of a person, whose stores and API keys share it', async () => {
    const shop = await openShop()
    const second = expectBody(await shop.owner.post('/api/stores', { name: 'Second', currency: 'USD' }), 201, Store)
    const server = await serverOf({ store: second, owner: shop.owner })
    await expect(upload(serverShop(shop, server))).resolves.toMatchObject({ store_id: second.id })
    const third = await serverOf(shop)
    const first = await begin({ owner: server }, megabytes(20) - 1)
    await expectNoMore(await begin({ owner: third }, megabytes(12)), 'You are')
    first.end()
    await first.answer
  })
})

const serverShop = (shop: Shop, server: Awaited<ReturnType<typeof serverOf>>) => ({
  owner: { ...shop.owner, ...server },
})

describe('a file that arrives slowly', () => {
  /** The check of the speed, whenever the test says. */
  function watchSpeed() {
    const checks: (() => void)[] = []
    const set = globalThis.setInterval
    const spy = vi.spyOn(globalThis, 'setInterval').mockImplementation((check: unknown, ms?: number, ...rest) => {
      if (ms === 10_000 && typeof check === 'function') checks.push(() => check())
      return Reflect.apply(set, globalThis, [check, ms, ...rest])
    })
    onTestFinished(() => spy.mockRestore())
    return () => checks.forEach((check) => check())
  }

  test('is ended with its memory free again, and leaves nothing behind', async () => {
    const shop = await openShop()
    const check = watchSpeed()
    const { answer } = await begin(shop, 80 * 1024 - 1)
    check()
    const { detail } = expectProblem(await answer, 408, 'request_timeout')
    expect(detail).toContain('80 KB')
    expect(detail).toContain('10 seconds')
    expect(await rowsOf(shop)).toEqual([])
  })

  test('may take longer at the speed of a phone in a bad network, but may not stop', async () => {
    const shop = await openShop()
    const check = watchSpeed()
    const { answer } = await begin(shop, 80 * 1024)
    check()
    // Nothing has arrived since.
    check()
    expectProblem(await answer, 408, 'request_timeout')
  })

  test('cannot be copied from another site', async () => {
    const shop = await openShop()
    const check = watchSpeed()
    const { body, begun } = stalling(1000)
    const url = publish(() => new Response(body))
    const answer = shop.owner.post('/api/media/from-url', { url })
    await begun
    check()
    const { errors } = expectProblem(await answer, 422, 'image_unreachable')
    expect(errors).toMatchObject([{ code: 'unreachable', detail: expect.stringContaining('too slowly') }])
  })
})

describe('nothing of a file is read', () => {
  test('from somebody who may not upload', async () => {
    const shop = await openShop()
    const reader = await serverOf(shop, { scopes: ['catalog:read'] })
    const gone = await serverOf(shop)
    expect((await shop.owner.delete(`/api/keys/${gone.id}`)).status).toBe(204)
    for (const [{ token }, status] of [
      [await shop.hire('viewer'), 403],
      [reader, 403],
      [gone, 401],
    ] as const) {
      const { body, isRead } = stalling(1000)
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'image/png' }
      const answer = await service().fetch('/api/media', { method: 'POST', headers, body })
      expect([answer.status, isRead()]).toEqual([status, false])

      let isAsked = false
      const url = publish(() => {
        isAsked = true
        return new Response(sample('gif'))
      })
      const copied = await service().fetch('/api/media/from-url', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ url }),
      })
      expect([copied.status, isAsked]).toEqual([status, false])
    }
  })

  test('of a redirect that breaks off, which is no error of the service', async () => {
    const shop = await openShop()
    const url = publish(() => new Response(sample('gif')))
    const broken = () => new ReadableStream({ pull: (body) => body.error(new Error('Network connection lost.')) })
    const moved = publish(() => new Response(broken(), { status: 302, headers: { Location: url } }))
    expectBody(await shop.owner.post('/api/media/from-url', { url: moved }), 201, Media)
    const failing = publish(() => new Response(broken(), { status: 500 }))
    expectProblem(await shop.owner.post('/api/media/from-url', { url: failing }), 422, 'image_unreachable')
    const large = publish(() => new Response(broken(), { headers: { 'Content-Length': String(megabytes(21)) } }))
    expectProblem(await shop.owner.post('/api/media/from-url', { url: large }), 422, 'image_unreachable')
  })
})
