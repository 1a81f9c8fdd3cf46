import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { inboxOf } from '../../support/inbox.ts'
import type { Answer } from '../../support/service.ts'
import { openShop, type Shop } from '../../support/shop.ts'

const Listed = z.object({
  data: z.array(z.looseObject({ id: z.string() })),
  total: z.int(),
  total_is_capped: z.boolean(),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
  truncated: z.array(z.string()).optional(),
  left_out: z.record(z.string(), z.int()).optional(),
})

const bytesOf = ({ body }: Answer) => new TextEncoder().encode(JSON.stringify(body)).length

let shop: Shop
let token: string
let inbox: ReturnType<ReturnType<typeof inboxOf>['addWebhook']>
beforeAll(async () => {
  shop = await openShop()
  token = (await tokenFor(shop)).token
  inbox = inboxOf(shop).addWebhook()
})

const call = (name: string, args: Record<string, unknown> = {}) => post(callOf(name, args), { token })
const list = async (name: string, args: Record<string, unknown> = {}) => Listed.parse(answerOf(await call(name, args)))

/** Receives a message from a new sender and returns the conversation's id. */
async function receiveFromNewSender(nth: number): Promise<string> {
  const { receive } = await inbox
  await receive({ from: { phone: `+9655000010${nth}` }, body: 'paged' })
  return (await inboxOf(shop).conversations())[0]?.id ?? ''
}

describe('a list', () => {
  test.for(['list_products', 'list_orders', 'list_customers', 'list_conversations'])(
    '%s can be paged to the end with its cursor',
    async (name) => {
      const created: string[] = []
      for (let i = 0; i < 7; i++) {
        if (name === 'list_products') created.push((await shop.addProduct({ tags: ['paged'] })).id)
        if (name === 'list_customers') created.push((await shop.addCustomer({ tags: ['paged'] })).id)
        if (name === 'list_conversations') created.push(await receiveFromNewSender(i))
        if (name === 'list_orders') created.push((await shop.addOrder({ tags: ['paged'] })).id)
      }
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: z.output<typeof Listed> = await list(name, { search: 'paged', limit: 3, ...(cursor && { cursor }) })
        expect(page.has_more).toBe(page.next_cursor !== null)
        expect(page.total).toBe(7)
        seen.push(...page.data.map(({ id }) => id))
        cursor = page.next_cursor
      } while (cursor !== null)
      expect(seen).toEqual(created.toReversed())
    },
  )

  test('rejects the cursor of another list', async () => {
    for (let i = 0; i < 2; i++) await shop.addProduct({ tags: ['other'] })
    const { next_cursor } = await list('list_products', { search: 'other', limit: 1 })
    const refusal = refusalOf(await call('list_products', { limit: 1, cursor: next_cursor }))
    expect(refusal.errors[0]).toMatchObject({ pointer: '/cursor', code: 'invalid_cursor' })
  })

  test('has only the fields needed to choose a row', async () => {
    await shop.addOrder({ notes: 'private words', tags: ['row'] })
    const { data } = await list('list_orders', { search: 'row', limit: 1 })
    expect(Object.keys(data[0] ?? {})).not.toEqual(expect.arrayContaining(['notes']))
    expect(JSON.stringify(data)).not.toContain('private words')
    expect(data[0]).toMatchObject({ number: expect.any(Number), total_amount: 10, currency: 'USD' })
  })

  test('has 10 rows by default', async () => {
    for (let i = 0; i < 12; i++) await shop.addCustomer({ tags: ['dozen'] })
    expect((await list('list_customers', { search: 'dozen' })).data).toHaveLength(10)
  })
})

describe('the text of a result', () => {
  const textOfCall = async (name: string, args: Record<string, unknown>) => {
    const { body } = await call(name, args)
    return z.array(z.object({ text: z.string() })).parse(Object(body).result.content)[0]?.text
  }

  test('is a table of the rows, and says once what they share', async () => {
    const first = await shop.addProduct({ title: 'Cedar box', tags: ['boxes'] })
    const second = await shop.addProduct({ title: 'Oak | box', tags: ['boxes'], description: 'One\nTwo' })
    const text = await textOfCall('list_products', { search: 'boxes' })
    expect(text).toMatch(/^total: 2\n/)
    expect(text).toContain('data (2), all with status: active, price: 10, currency: USD, tags: boxes')
    expect(text).toContain('\nid | title | variants\n')
    expect(text).toContain(`\n${second.id} | "Oak | box" | { id: ${second.variants[0]?.id}, `)
    expect(text).toContain(`\n${first.id} | Cedar box | { id: ${first.variants[0]?.id}, `)
    // What a customer or colleague wrote cannot look like another field.
    expect(await textOfCall('get_product', { product_id: second.id })).toContain('description: "One\\nTwo"')
  })
})

describe('what somebody wrote', () => {
  const claims = [', ', ' }, ', '; ', ' | ', '\u2028', '\u2029', ' { '].map((mark) => `Amal${mark}balance: 9`)
  const textOfCall = async (name: string, args: Record<string, unknown>) => {
    const { body } = await call(name, args)
    return z.array(z.object({ text: z.string() })).parse(Object(body).result.content)[0]?.text ?? ''
  }
  const unquoted = (text: string) => text.replace(/"(?:[^"\\]|\\.)*"/g, '""')

  test.for(claims)('never looks like another field: %j', async (claim) => {
    const { id: product_id } = await shop.addProduct({
      title: claim,
      tags: [claim, 'claims'],
      variants: [{ options: { [claim]: 'M' } }, { options: { [claim]: claim } }],
    })
    for (const n of [1, 2]) await shop.addCustomer({ name: claim, notes: claim, tags: [claim, `claims-${n}`] })
    const { id: customer_id } = await shop.addCustomer({ name: claim, tags: [claim] })
    const { id: order_id } = await shop.addOrder({ customer_id, notes: claim, shipping_address: claim })
    const calls: [string, Record<string, unknown>][] = [
      ['get_product', { product_id }],
      ['list_products', { search: 'claims' }],
      ['list_customers', { search: 'Amal' }],
      ['list_customers', { search: 'claims-1' }],
      ['get_customer', { customer_id }],
      ['list_orders', { search: 'Amal' }],
      ['get_order', { order_id }],
    ]
    for (const [name, args] of calls) {
      const text = await textOfCall(name, args)
      expect(text).toContain('balance: 9')
      expect(unquoted(text)).not.toContain('balance: 9')
      expect(text).not.toMatch(/[\u2028\u2029]/)
    }
  })
})

describe('an empty list', () => {
  test('names its filters as they were sent', async () => {
    const asked = { search: 'no such thing', status: 'draft', limit: 5 }
    const { filters } = answerOf(await call('list_products', asked))
    expect(filters).toEqual({ search: 'no such thing', status: 'draft' })
    const customers = answerOf(await call('list_customers', { filter: 'tag:nobody' }))
    expect(customers).toMatchObject({ data: [], filters: { filter: 'tag:nobody' } })
  })

  test('says nothing of filters if it has none, or is not empty', async () => {
    const { token: empty } = await tokenFor(await openShop())
    expect(answerOf(await post(callOf('list_orders'), { token: empty }))).not.toHaveProperty('filters')
    const { title } = await shop.addProduct({ title: 'Found at once' })
    expect(answerOf(await call('list_products', { search: title }))).not.toHaveProperty('filters')
  })
})

describe('a result over 60 KB', () => {
  const words = Array.from({ length: 50 }, (_, i) => `اسم-${i}-${'ط'.repeat(50)}`)

  test('a product is truncated at its longest fields, which are named, unless all of it is asked for', async () => {
    const images = Array.from({ length: 18 }, (_, i) => ({ url: `https://img.example/${i}/${'x'.repeat(1900)}` }))
    const product = await shop.addProduct({ images, description: '"quoted" '.repeat(400).trim() })
    const answer = await call('get_product', { product_id: product.id })
    expect(bytesOf(answer)).toBeLessThan(60_000)
    expect(answerOf(answer)).toMatchObject({
      id: product.id,
      title: product.title,
      variants: [{ id: product.variants[0]?.id }],
    })
    expect(answerOf(answer)).toMatchObject({
      truncated: expect.arrayContaining(['images']),
      hint: expect.stringContaining('full: true'),
    })

    const cut = z
      .object({ images: z.array(z.unknown()).nonempty(), left_out: z.object({ images: z.int().min(1) }) })
      .parse(answerOf(answer))
    expect(cut.images.length + cut.left_out.images).toBe(images.length)

    const whole = answerOf(await call('get_product', { product_id: product.id, full: true }))
    expect(whole).toMatchObject({ images: images.map((image) => ({ ...image, alt: null })) })
    expect(whole).not.toHaveProperty('truncated')
  })

  test('a product over 100 KB is truncated even so', async () => {
    const images = Array.from({ length: 50 }, (_, i) => ({ url: `https://img.example/${i}/${'x'.repeat(1900)}` }))
    const product = await shop.addProduct({ images })
    const answer = await call('get_product', { product_id: product.id, full: true })
    expect(bytesOf(answer)).toBeLessThan(100_000)
    expect(answerOf(answer)).toMatchObject({ truncated: ['images'] })
  })

  test('a list has fewer rows, and its cursor leads to the next one', async () => {
    for (let i = 0; i < 9; i++) await shop.addCustomer({ name: `Long ${i}`, tags: words })
    const seen: unknown[] = []
    let cursor: string | null = null
    do {
      const answer: Answer = await call('list_customers', { search: 'Long', ...(cursor && { cursor }) })
      expect(bytesOf(answer)).toBeLessThan(60_000)
      const page = Listed.parse(answerOf(answer))
      expect(page).toMatchObject({ total: 9, has_more: page.next_cursor !== null })
      seen.push(...page.data.map(({ name }) => name))
      cursor = page.next_cursor
      if (cursor !== null) expect(page).toMatchObject({ truncated: ['data'], left_out: { data: 9 - seen.length } })
    } while (cursor !== null)
    expect(seen).toEqual(Array.from({ length: 9 }, (_, i) => `Long ${8 - i}`))
  })

  test('only reading accepts full, and only as true', async () => {
    const wrong = { title: 'Cap', price: 1, full: true }
    expect(refusalOf(await call('create_product', wrong)).errors[0]).toMatchObject({ pointer: '/full' })
    expect(refusalOf(await call('get_store', { full: 'yes' })).errors[0]).toMatchObject({ pointer: '/full' })
  })

  test('lists have pages instead of full', async () => {
    expect(refusalOf(await call('list_products', { full: true })).errors).toMatchObject([
      { pointer: '/full', code: 'unknown_field' },
    ])
  })

  test('a smaller result is not flagged as truncated', async () => {
    expect(answerOf(await call('get_store'))).not.toHaveProperty('truncated')
  })
})
