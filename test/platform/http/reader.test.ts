import { beforeAll, describe, expect, test } from 'vitest'
import { arabicTexts } from '../../../src/platform/http/arabic/arabic-texts.ts'
import { openWeb, openWebShop } from '../../support/callers/web.ts'
import { serverOf } from '../../support/callers/keys.ts'
import type { Answer } from '../../support/service.ts'
import { expectProblem, openShop } from '../../support/shop.ts'

const arabic = { 'Accept-Language': 'ar-KW,en;q=0.5' }
const letters = /\p{Script=Arabic}/u

let shop: Awaited<ReturnType<typeof openWebShop>>
beforeAll(async () => {
  shop = await openWebShop()
})

type Ask = (headers: Record<string, string>) => Promise<Answer>

/** Each in another place: before and after the credential, in the input, in the database. */
const refused: readonly (readonly [what: string, status: number, code: string, ask: Ask])[] = [
  ['nobody is signed in', 401, 'unauthenticated', (headers) => openWeb().ask('GET', '/api/me', undefined, headers)],
  [
    'the path is unknown',
    404,
    'not_found',
    (headers) => shop.owner.ask('GET', '/api/orders/x/y/z', undefined, headers),
  ],
  ['the method is not', 405, 'method_not_allowed', (headers) => shop.owner.ask('PUT', '/api/me', {}, headers)],
  ['fields are wrong', 422, 'invalid_input', (headers) => shop.owner.ask('POST', '/api/products', {}, headers)],
  [
    'an order is of another store',
    404,
    'not_found',
    (headers) => shop.owner.ask('GET', `/api/orders/${crypto.randomUUID()}`, undefined, headers),
  ],
  ['an order is unknown by its number', 404, 'not_found', (h) => shop.owner.ask('GET', '/api/orders/9', undefined, h)],
  [
    'a filter names what is not there',
    422,
    'unknown_customer',
    (headers) => shop.owner.ask('GET', `/api/orders?customer_id=${crypto.randomUUID()}`, undefined, headers),
  ],
  [
    'the store is unknown',
    404,
    'store_not_found',
    (headers) => shop.owner.ask('GET', '/api/orders', undefined, { 'X-Store-Id': 'no-such-store', ...headers }),
  ],
  [
    'the body is no JSON',
    400,
    'invalid_json',
    (headers) => shop.owner.ask('POST', '/api/products', undefined, { 'Content-Type': 'application/json', ...headers }),
  ],
]

describe.each(refused)('when %s', (_what, status, code, ask) => {
  test('a person is answered in the language that they accept', async () => {
    const answer = await ask(arabic)
    const problem = expectProblem(answer, status, code)
    expect(problem['title']).toBe(new Map(Object.entries(arabicTexts)).get(code)?.title)
    for (const { detail } of [problem, ...problem.errors]) expect(detail).toMatch(letters)
    expect(answer.headers.get('Content-Language')).toBe('ar')
    expect(answer.headers.get('Vary')).toContain('Accept-Language')
  })

  test.each([{}, { 'Accept-Language': 'fr, de' }])('and with %o in English', async (headers) => {
    const answer = await ask({ ...headers })
    const problem = expectProblem(answer, status, code)
    for (const text of [problem['title'], problem.detail]) expect(text).not.toMatch(letters)
    expect(answer.headers.get('Content-Language')).toBe('en')
    expect(answer.headers.get('Vary')).toContain('Accept-Language')
  })
})

test('an application with the session of a person is answered as they are, and one with an API key in English', async () => {
  const { owner, ...others } = await openShop()
  const session = await owner.post('/api/products', {}, arabic)
  expect(expectProblem(session, 422, 'invalid_input').detail).toMatch(letters)
  const server = await serverOf({ owner, ...others })
  const key = await server.post('/api/products', {}, arabic)
  expect(expectProblem(key, 422, 'invalid_input').detail).not.toMatch(letters)
  expect(key.headers.get('Content-Language')).toBeNull()
})

test.each([
  ['says its length', { 'Content-Length': '300000' }],
  ['does not say its length', {}],
])('a request that is too large and %s is refused in Arabic', async (_which, length) => {
  const { owner } = await openShop()
  const answer = await owner.post('/api/products', { title: 'x'.repeat(300_000) }, { ...arabic, ...length })
  expect(expectProblem(answer, 413, 'payload_too_large').detail).toMatch(letters)
  expect(answer.headers.get('Content-Language')).toBe('ar')
})

test('an address of the list of orders that is wrong is refused in Arabic', async () => {
  const { owner } = await openShop()
  for (const query of [
    'cursor=nonsense',
    'sort=colour',
    'created_from=2026-02-02&created_to=2026-02-01',
    'total_from=x',
  ])
    expect(expectProblem(await owner.get(`/api/orders?${query}`, arabic), 422, 'invalid_input').detail).toMatch(letters)
})

test('what only English says exactly stays in English as a whole', async () => {
  const { owner } = await openShop()
  const file = { 'Content-Type': 'text/plain', ...arabic }
  const answer = await owner.post('/api/products/import', {}, file)
  expect(expectProblem(answer, 415, 'unsupported_media_type').detail).toContain('CSV')
  expect(answer.headers.get('Content-Language')).toBe('en')
})

test('an invitation that is gone is said to be one', async () => {
  const { owner } = await openShop()
  const answer = await owner.post(`/api/invitations/${crypto.randomUUID()}/accept`, {}, arabic)
  expect(expectProblem(answer, 404, 'not_found').detail).toContain('دعوة')
})

const absent = () => crypto.randomUUID()

const customer = { name: 'Zoë', phone: '+96550000077' }

test.each([
  ['no words', ['media_not_found'], '/api/collections', { title: 'Scarves', image: { media_id: absent() } }],
  ['words for its code only', ['duplicate'], '/api/customers', customer],
  [
    'words for one of two problems',
    ['product_not_found', 'invalid_amount'],
    '/api/orders',
    {
      customer,
      items: [
        { product_id: absent(), quantity: 1 },
        { product_id: 'Scarf', quantity: 1, unit_price: 1.2345 },
      ],
    },
  ],
])('a problem with %s in Arabic is in English as a whole', async (_what, codes, path, body) => {
  const { owner, addProduct } = await openShop()
  await addProduct({ title: 'Scarf' })
  await owner.post('/api/customers', customer)
  const answer = await owner.post(path, body, arabic)
  expect(answer.body).toMatchObject({ code: codes[0], errors: codes.map((code) => ({ code })) })
  expect(JSON.stringify(answer.body)).not.toMatch(letters)
  expect(answer.headers.get('Content-Language')).toBe('en')
})
