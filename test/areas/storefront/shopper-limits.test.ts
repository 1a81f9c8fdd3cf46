import { expect, test } from 'vitest'
import { limiter } from '../../support/outside/limiter.ts'
import { service } from '../../support/service.ts'
import { expectProblem, inStore } from '../../support/shop.ts'
import { openWindow } from './shop-window.ts'

// Rate limits of orders and messages, with the limits of wrangler.toml or smaller ones.

const inProduction = {
  RATE_LIMITER: 600,
  SHOPPER_LIMITER: 20,
  SHOPPER_SITE_LIMITER: 60,
  SHOPPER_NETWORK_LIMITER: 200,
  CROWD_LIMITER: 3,
}

type Rooms = Partial<typeof inProduction>

async function limited(rooms: Rooms = {}, variables: Record<string, unknown> = {}) {
  const window = await openWindow()
  await window.addProduct({ title: 'Scarf', variants: [{ on_hand: 5000 }] })
  await window.addProduct({ title: 'Mug', variants: [{ on_hand: 1 }] })
  const limiters = Object.entries({ ...inProduction, ...rooms }).map(([name, room]) => [name, limiter(room)] as const)
  const through = service(undefined, {
    ...Object.fromEntries(limiters.map(([name, { binding }]) => [name, binding])),
    ...variables,
  })
  const post = (path: string, from: string, body: unknown, headers: Record<string, string> = {}) =>
    through.fetch(`${window.base}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': from, ...headers },
      body: JSON.stringify(body),
    })
  let shopper = 0
  const order = (from: string, changes: object = {}, headers?: Record<string, string>) =>
    post(
      '/orders',
      from,
      {
        // A different shopper each time, because phone numbers and addresses have limits of their own.
        customer: { name: 'Amal', phone: `+9655000${1000 + shopper++}` },
        items: [{ product_slug: 'scarf', quantity: 1 }],
        ...changes,
      },
      headers,
    )
  return {
    ...window,
    counts: Object.fromEntries(limiters.map(([name, { counts }]) => [name, counts])),
    order,
    quote: (from: string, discount_code?: string) =>
      post('/quote', from, { items: [{ product_slug: 'scarf', quantity: 1 }], discount_code }),
    probe: (from: string) => post('/quote', from, { items: [{ product_slug: 'mug', quantity: 2 }] }),
    junk: (from: string) => order(from, { items: [{ product_slug: 'no-such-thing', quantity: 1 }] }),
    write: (from: string, changes: object = {}) =>
      post('/messages', from, { name: 'Amal', phone: `+9655000${1000 + shopper++}`, body: 'Hello', ...changes }),
  }
}

const hex = (n: number) => n.toString(16).padStart(2, '0')
/** Addresses in different /64s of one /56. */
const inOneSite = (count: number) =>
  Array.from({ length: count }, (_, i) => `2001:db8:1:aa${hex(i % 256)}:${hex(i >> 8)}::1`)

test('640 junk orders from one IPv6 /56 do not lock out other shoppers of the store', async () => {
  const { junk, order } = await limited()
  const attack = inOneSite(640)
  const statuses = new Map<number, number>()
  for (let at = 0; at < attack.length; at += 16)
    for (const { status } of await Promise.all(attack.slice(at, at + 16).map(junk)))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
  for (const shopper of ['2001:db8:2::1', '192.0.2.1']) {
    const answer = await order(shopper)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
  }
  expect(Object.fromEntries(statuses)).toEqual({ 422: 60, 429: 580 })
})

const several = async (count: number, send: (nth: number) => Promise<{ status: number }>) => {
  const statuses = []
  for (let nth = 0; nth < count; nth++) statuses.push((await send(nth)).status)
  return statuses
}

test('limits apply to an address, its /56 and its /48', async () => {
  const { order, write, counts } = await limited({
    SHOPPER_LIMITER: 2,
    SHOPPER_SITE_LIMITER: 3,
    SHOPPER_NETWORK_LIMITER: 4,
  })
  const send = async (from: string, status: number, policy: string) => {
    const answer = await order(from)
    expect(answer).toMatchObject({ status })
    expect(answer.headers.get('RateLimit-Policy')).toBe(policy)
    if (status !== 429) return
    expectProblem(answer, 429, 'rate_limited')
    expect(answer.headers.get('Retry-After')).toBe('60')
  }
  await send('2001:db8:1:aa01::1', 201, '"shopper";q=20;w=60')
  expect(await write('2001:db8:1:aa01::2')).toMatchObject({ status: 202 })
  for (let i = 0; i < 5; i++) await send('2001:db8:1:aa01::3', 429, '"shopper";q=20;w=60')
  // Requests over an address's own limit do not count towards its network's limit.
  await send('2001:db8:1:aa02::1', 201, '"shopper";q=20;w=60')
  for (let i = 3; i < 6; i++) await send(`2001:db8:1:aa0${i}::1`, 429, '"shopper-site";q=60;w=60')
  await send('2001:db8:1:bb00::1', 201, '"shopper";q=20;w=60')
  await send('2001:db8:1:cc00::1', 429, '"shopper-network";q=200;w=60')
  await send('2001:db8:2:cc00::1', 201, '"shopper";q=20;w=60')
  expect(Object.fromEntries(counts['SHOPPER_NETWORK_LIMITER'] ?? [])).toEqual({
    'shopper 2001:db8:1::/48': 5,
    'shopper 2001:db8:2::/48': 1,
  })
})

test('discount codes cannot be guessed from many addresses of a /56 or a /48', async () => {
  const rooms = { SHOPPER_LIMITER: 2, SHOPPER_SITE_LIMITER: 3, SHOPPER_NETWORK_LIMITER: 4 }
  const { quote, order, counts } = await limited(rooms)
  const guess = (from: string) => quote(from, `GUESS-${from}`)
  expect(await several(3, () => guess('2001:db8:1:aa01::1'))).toEqual([200, 200, 429])
  expect(await several(3, (nth) => guess(`2001:db8:1:aa0${nth + 2}::1`))).toEqual([200, 429, 429])
  expect(await several(3, (nth) => guess(`2001:db8:1:b${nth}00::1`))).toEqual([200, 429, 429])
  expectProblem(await guess('2001:db8:1:cc00::1'), 429, 'rate_limited')
  // Others may guess, and who is out of guesses may ask for prices and order.
  expect(await guess('2001:db8:2::1')).toMatchObject({ status: 200 })
  expect(await quote('2001:db8:1:aa01::1')).toMatchObject({ status: 200 })
  expect(await order('2001:db8:1:aa01::1')).toMatchObject({ status: 201 })
  expect(counts['SHOPPER_NETWORK_LIMITER']?.get('code 2001:db8:1::/48')).toBe(7)
  // Strangers share an IPv4 /24.
  expect(await several(6, (nth) => guess(`192.0.2.${nth}`))).toEqual([200, 200, 200, 200, 200, 200])
})

test('how much is left cannot be found out with many quotes', async () => {
  const { probe, quote } = await limited({ SHOPPER_LIMITER: 2 })
  const from = '192.0.2.9'
  expect(await several(4, () => probe(from))).toEqual([409, 409, 429, 429])
  expect(await quote(from)).toMatchObject({ status: 200 })
})

test('in a crowded IPv4 /24, addresses with few requests are served', async () => {
  const { order } = await limited({ SHOPPER_LIMITER: 6, SHOPPER_NETWORK_LIMITER: 5, CROWD_LIMITER: 2 })
  expect(await several(8, () => order('192.0.2.1'))).toEqual([201, 201, 201, 201, 201, 201, 429, 429])
  expect(await several(3, () => order('192.0.2.2'))).toEqual([201, 201, 429])
  expect(await several(5, () => order('198.51.100.1'))).toEqual([201, 201, 201, 201, 201])
})

test('the limit of a store counts accepted requests, not rejected, repeated or discarded ones', async () => {
  const { order, junk, write, counts, store } = await limited()
  const counted = () => counts['RATE_LIMITER']?.get(`store ${store.slug}`) ?? 0
  await junk('192.0.2.1')
  await order('192.0.2.1', { items: [] })
  await order('192.0.2.1', { expected_total: 1 })
  await write('192.0.2.1', { body: '' })
  await write('192.0.2.1', { website: 'https://spam.example' })
  expect(counted()).toBe(0)
  const customer = { name: 'Amal', phone: '+96550000001' }
  for (let i = 0; i < 2; i++)
    expect(await order('192.0.2.1', { customer }, { 'Idempotency-Key': 'one' })).toMatchObject({ status: 201 })
  expect(counted()).toBe(1)
  await write('192.0.2.1')
  expect(counted()).toBe(2)
})

test('a store over its limit serves addresses with few requests, and limits those with many', async () => {
  const { order, write, store, owner } = await limited({ RATE_LIMITER: 3, CROWD_LIMITER: 2 })
  expect(await several(4, (nth) => order(`192.0.2.${nth}`))).toEqual([201, 201, 201, 201])
  expect(await several(4, () => order('198.51.100.1'))).toEqual([201, 201, 429, 429])
  const refused = await order('198.51.100.1')
  expect(refused.headers.get('RateLimit-Policy')).toBe('"crowd";q=3;w=60')
  for (let i = 1; i < 4; i++) expect(await order(`203.0.${i}.1`)).toMatchObject({ status: 201 })
  expect(await write('2001:db8::1')).toMatchObject({ status: 202 })
  expect(await owner.get('/api/orders', inStore(store))).toMatchObject({ body: { meta: { total: 9 } } })
})

test('a busy store does not affect others', async () => {
  const [busy, quiet] = [await limited({ RATE_LIMITER: 1, CROWD_LIMITER: 1 }), await limited({ CROWD_LIMITER: 1 })]
  expect(await several(4, () => busy.order('192.0.2.1'))).toEqual([201, 201, 201, 429])
  expect(await several(4, () => quiet.order('192.0.2.1'))).toEqual([201, 201, 201, 201])
})
