import { beforeAll, describe, expect, test } from 'vitest'
import { storefrontOperations } from '../../../dev/contract/openapi/storefront-operations.ts'
import { newMessage, newOrder, newQuote } from '../../../src/areas/storefront/public/routes.ts'
import { shopperRefusals } from '../../../src/areas/storefront/public/shopper-refusals.ts'
import { shopperTexts } from '../../../src/platform/http/labelled-problems.ts'
import { type ArabicText, arabicTexts } from '../../../src/platform/http/arabic/arabic-texts.ts'
import type { RefusalRule } from '../../../src/platform/operation/refusals.ts'
import { fieldLabels } from '../../../src/platform/values/field-labels.ts'
import { pathsOf } from '../../support/fields.ts'
import { sampleOf } from '../../support/samples.ts'
import { expectProblem } from '../../support/shop.ts'
import { openWindow, type Window } from './shop-window.ts'

const arabic = { 'Accept-Language': 'ar-KW,en;q=0.5' }
const letters = /\p{Script=Arabic}/u

let window: Window
let items: readonly { product_id: string; quantity: number }[]
beforeAll(async () => {
  window = await openWindow()
  const scarf = await window.addProduct({ title: 'شال', variants: [{ on_hand: 2 }] })
  items = [{ product_id: scarf.id, quantity: 1 }]
})

const customer = { name: 'أمل', phone: '+96550000001' }

describe('a shopper who reads Arabic', () => {
  test('learns in Arabic that a product is short', async () => {
    const answer = await window.send('/orders', { customer, items: [{ ...items[0], quantity: 50 }] }, arabic)
    const problem = expectProblem(answer, 409, 'insufficient_stock')
    expect(problem).toMatchObject({ title: 'الكمية غير متوفرة' })
    for (const text of [problem.detail, problem.errors[0]?.detail]) expect(text).toContain('«شال»')
    expect(answer.headers.get('Content-Language')).toBe('ar')
    expect(answer.headers.get('Vary')).toContain('Accept-Language')
  })

  test('learns in Arabic which fields are wrong', async () => {
    const answer = await window.send('/orders', { customer: { name: '', phone: '5' }, items }, arabic)
    const problem = expectProblem(answer, 422, 'invalid_input')
    expect(problem.errors).not.toEqual([])
    for (const { detail } of [problem, ...problem.errors]) expect(detail).toMatch(letters)
    expect(problem.detail).toContain('الاسم')
  })

  test('learns in Arabic that a phone number needs its country', async () => {
    const answer = await window.send('/orders', { customer: { name: 'أمل', phone: '50000001' }, items }, arabic)
    const { errors } = expectProblem(answer, 422, 'invalid_input')
    expect(errors).toMatchObject([{ pointer: '/customer/phone', code: 'invalid_phone' }])
    expect(errors[0]?.detail).toContain('رقم الهاتف')
  })

  test('learns in Arabic why a quote or an order has no discount', async () => {
    const cart = { items, discount_code: 'NO-SUCH-CODE' }
    const answer = await window.send('/quote', cart, arabic)
    expect(answer).toMatchObject({ status: 200, body: { discount_refused: { code: 'discount_not_found' } } })
    expect(Object(answer.body).discount_refused.detail).toMatch(letters)
    expect(answer.headers.get('Content-Language')).toBe('ar')
    expect(answer.headers.get('Vary')).toContain('Accept-Language')
  })

  test('learns in Arabic that nothing is published there', async () => {
    expect(expectProblem(await window.visit('/products/nothing', arabic), 404, 'not_found').detail).toMatch(letters)
    expect(
      expectProblem(await window.visit(`/orders/${crypto.randomUUID()}`, arabic), 404, 'not_found').detail,
    ).toMatch(letters)
  })

  test('learns in Arabic that a request cannot be read', async () => {
    const answer = await window.send('/orders', [], arabic)
    expect(expectProblem(answer, 422, 'invalid_input').detail).toMatch(letters)
  })
})

test('a shopper reads the new total in the currency of the store', async () => {
  const { addProduct, send } = await openWindow({ currency: 'KWD' })
  const { id } = await addProduct({ title: 'شال', variants: [{ on_hand: 2, price: 12.5 }] })
  const order = { customer, items: [{ product_id: id, quantity: 1 }], expected_total: 1 }
  expect(expectProblem(await send('/orders', order), 422, 'total_changed').detail).toBe(
    'The total is now KWD\u00a012.500. Check the order, then place it again.',
  )
  expect(expectProblem(await send('/orders', order, arabic), 422, 'total_changed').detail).toMatch(
    /^أصبح الإجمالي \u2068\u200f?12\.500\u00a0د\.ك\.\u200f?\u2069، فراجع الطلب/u,
  )
})

describe('everybody else', () => {
  test.for([{}, { 'Accept-Language': 'en' }, { 'Accept-Language': 'fr-FR, de' }])(
    'with %o reads English',
    async (headers) => {
      const answer = await window.send('/quote', { items, discount_code: 'NO-SUCH-CODE' }, { ...headers })
      expect(answer.body).toMatchObject({ discount_refused: { detail: expect.stringContaining('no discount') } })
      expect(answer.headers.get('Content-Language')).toBe('en')
    },
  )
})

describe('a shopper who reads English', () => {
  const send = async (fields: object) => {
    const order = { customer, items, address: { line1: '', city: 'x'.repeat(101), country: 'US' }, ...fields }
    return expectProblem(await window.send('/orders', order), 422, 'invalid_input')
  }

  test('reads the names of fields, not those of a program', async () => {
    const { detail, errors } = await send({ customer: { ...customer, name: '' } })
    expect(errors).toMatchObject([
      { pointer: '/customer/name', detail: 'Name must not be empty' },
      { pointer: '/address/line1', detail: 'Street and building must not be empty' },
      { pointer: '/address/city', detail: 'City must have at most 100 characters' },
    ])
    expect(detail).toBe('Name must not be empty (and 2 more, see errors)')
    const { name: _name, ...nameless } = customer
    expect((await send({ customer: nameless })).errors[0]).toMatchObject({ detail: 'Name is required' })
  })

  test('reads which of the prices is wrong', async () => {
    const { errors } = expectProblem(await window.visit('/products?price_from=-5'), 422, 'invalid_input')
    expect(errors).toMatchObject([{ pointer: '/price_from', detail: 'Lowest price must be at least 0' }])
  })

  test('is not advised to order again where a request may have placed an order', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const order = (name: string) =>
      window.send('/orders', { customer: { name, phone: '+12125550100' }, items }, headers)
    expect(await order('Rosa')).toMatchObject({ status: 201 })
    const { detail } = expectProblem(await order('Rose'), 422, 'idempotency_key_reused')
    expect(detail).toContain('Ask the store whether it arrived')
  })

  test('while a program of the store reads the names of its fields', async () => {
    const answer = await window.owner.post('/api/orders', { items, address: { line1: '' } })
    const { errors } = expectProblem(answer, 422, 'invalid_input')
    expect(errors).toContainEqual(expect.objectContaining({ detail: 'line1 must not be empty' }))
  })
})

describe('no text is forgotten', () => {
  test.for([newOrder, newQuote, newMessage].flatMap((schema) => [...new Set(pathsOf(schema))]))(
    '%s has a label in both languages',
    (path) => {
      for (const name of path.split('/')) {
        const label = Object.entries(fieldLabels).find(([each]) => each === name)?.[1]
        expect([name, label?.ar]).toEqual([name, expect.stringMatching(letters)])
      }
    },
  )

  test.for(storefrontOperations.map(({ id, codes }) => ({ id, codes })))(
    '$id has an Arabic text for each of its errors',
    ({ codes }) => {
      expect(codes.filter((code) => !Object.hasOwn(arabicTexts, code))).toEqual([])
    },
  )

  /** Their own words do for shoppers, or only a fault of the shop's program leads to them. */
  const inTheirOwnWords = [
    'not_found',
    'invalid_input',
    'conflict',
    'unknown_collection',
    'page_too_deep',
    'answer_too_large',
    'payload_too_large',
    'request_timeout',
    'invalid_json',
    'unsupported_media_type',
    'invalid_idempotency_key',
    ...Object.values(shopperRefusals).map(({ code }) => code),
  ]

  test.for(storefrontOperations.map(({ id, codes }) => ({ id, codes })))(
    '$id has an English text for shoppers for each of its errors',
    ({ codes }) => {
      expect(codes.filter((code) => !Object.hasOwn(shopperTexts, code) && !inTheirOwnWords.includes(code))).toEqual([])
    },
  )

  test('refusals of orders and quotes are for shoppers', () => {
    for (const [name, rule] of Object.entries(shopperRefusals)) expect(rule.isTranslated, name).toBe(true)
  })

  test.for(Object.entries<RefusalRule>(shopperRefusals))('%s names no field of a request', ([, { facts, present }]) => {
    for (const nth of [0, 1, 2, 3])
      for (const language of ['en', 'ar'] as const) {
        const { detail } = present(sampleOf(facts, nth), language)
        expect(detail).not.toMatch(/[a-z][_.][a-z]/)
        expect(detail).not.toMatch(/\b(quote|destination|variants?|shopper|key|id|decimals)\b/i)
      }
  })

  test.for(Object.entries<ArabicText>(arabicTexts))('%s is in Arabic', ([, text]) => {
    for (const said of Object.values(text)) expect(said).toMatch(letters)
  })
})
