import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { expectBooks } from '../orders/books.ts'
import { range } from '../orders/listing.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'
import { eventsOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { CreatedOrder, expectBody, expectProblem, openShop } from '../../support/shop.ts'
import type { AddressRecord } from '../../../src/platform/values/address.ts'
import { orderTextNames, orderTextsWhere } from '../../../src/areas/orders/order-texts.ts'
import { snapshot } from '../../isolation/snapshot.ts'
import { finishErasures, tracesLeft, tracesOf } from './traces.ts'

const shop = service()

const zahra = {
  name: 'Zahra Quibbleworth',
  phone: '+965 5777 1234',
  email: 'zahra.q@quibble.test',
  address: '9 Quibble Lane',
  addresses: [{ recipient: 'Zahra Q.', line1: '4 Wobble Street', city: 'Hawalli' }, 'The Quibble Tower'],
  other_phones: ['2299 8811'],
  other_emails: ['zq@office.test'],
  notes: 'Zahra likes quibbling',
  tags: ['quibbler'],
  blocked: true,
  blocked_reason: 'Zahra never pays',
}
const words = ['zahra', 'quibbl', '57771234', '22998811', 'zq@office', 'wobble', 'زهراء', '66554433', 'doorbell']

// Every part of an address.
const quibbleton = {
  label: "Zahra's home",
  recipient: 'Zahra Q.',
  phone: '+965 5777 1234',
  line1: '4 Wobble Street',
  line2: 'Quibble Tower',
  area: 'Quibble Quarter',
  city: 'Quibbleton',
  region: 'Quibbleshire',
  postal_code: 'Quibble 5',
  country: 'KW',
  instructions: 'Ring the doorbell',
  location: { lat: 29.35771234, lng: 48.1 },
} satisfies Required<AddressRecord>

// Every text field of an order.
const texts = {
  ...Object.fromEntries(orderTextNames.map((name) => [name, `Zahra: ring the doorbell (${name})`])),
  payment_method: 'Zahra pays',
}

/** A customer with personal data everywhere: orders, notes, changes, a merge, results stored for retries. */
async function openQuibbleShop() {
  const mine = await openScarfShop({ through: shop, currency: 'KWD' })
  const { owner, addCustomer, order, line } = mine
  const key = (value: string) => ({ 'Idempotency-Key': value })
  const { id } = expectBody(await owner.post('/api/customers', zahra, key('customer')), 201, Customer)
  const renamed = { name: 'Zahra Q. Quibbleworth', notes: 'Zahra rings the doorbell' }
  await owner.patch(`/api/customers/${id}`, renamed, key('rename'))
  const twin = await addCustomer({ name: 'زهراء', phone: '6655 4433', notes: 'Zahra again' })
  const orders = [
    order({
      customer_id: id,
      ...texts,
      tags: ['gift', 'for zahra quibbleworth'],
    }),
    order({
      customer_id: id,
      customer_phone: '+965 6655 4433',
      total_amount: 20.125,
      address: quibbleton,
      items: [line({ quantity: 2, variant_engraving: 'To Zahra Quibbleworth', variant_size: 'L' })],
    }),
    order({ customer_id: twin.id }),
  ]
  const made = []
  for (const [at, body] of orders.entries())
    made.push(expectBody(await owner.post('/api/orders', body, key(`order-${at}`)), 201, CreatedOrder))
  for (const who of [id, twin.id])
    await owner.post(`/api/customers/${who}/notes`, { body: `Zahra called from 5777-1234` }, key(`note-${who}`))
  const merged = await owner.post('/api/customers/merge', { keep_id: id, merge_ids: [twin.id] }, key('merge'))
  expect(merged.status).toBe(200)
  /** With what it leaves to the cron on a busy machine. */
  const anonymize = async (headers?: Record<string, string>) => {
    const answer = await owner.post(`/api/customers/${id}/anonymize`, {}, headers)
    await finishErasures(mine.store.id)
    return answer
  }
  return { ...mine, id, twin, made, orders, renamed, key, anonymize }
}

describe('anonymizing a customer', () => {
  test('removes their data from every table', async () => {
    const { anonymize, store } = await openQuibbleShop()
    const before = await tracesOf(store.id, words)
    for (const table of ['customers', 'customer_contacts', 'orders', 'events', 'idempotency_keys'])
      expect(
        before.filter((trace) => trace.startsWith(`${table}:`)),
        table,
      ).not.toEqual([])
    for (const word of words)
      expect(
        before.some((trace) => trace.includes(`: ${word} in`)),
        word,
      ).toBe(true)
    expect((await anonymize()).status).toBe(200)
    expect(await tracesLeft(store.id, words)).toEqual([])
  })

  test('keeps the figures', async () => {
    const { owner, anonymize, id, made, store } = await openQuibbleShop()
    const customer = expectBody(await anonymize(), 200, Customer)
    expect(customer).toMatchObject({
      id,
      name: 'Anonymized',
      phone: null,
      email: null,
      address: null,
      addresses: [],
      other_phones: [],
      other_emails: [],
      notes: null,
      tags: [],
      blocked: true,
      blocked_reason: null,
      orders_count: 3,
      total_spent: 40.125,
      last_order_at: made[2]?.created_at,
    })
    expect(customer.anonymized_at).toBe(customer.updated_at)
    for (const { warnings: _, discount_refused: __, ...order } of made) {
      const after = CreatedOrder.omit({ warnings: true, discount_refused: true }).parse(
        (await owner.get(`/api/orders/${order.id}`)).body,
      )
      expect(after).toEqual({
        ...order,
        customer_id: id,
        customer_name: 'Anonymized',
        customer_phone: null,
        customer_phone_e164: null,
        address: null,
        // The country decided about the tax.
        destination: order.destination && { country: 'KW', region: null },
        ...Object.fromEntries(orderTextNames.map((name) => [name, null])),
        ...Object.fromEntries(
          orderTextsWhere(({ erased }) => erased === 'scrubbed').map((name) => [name, order[name] && 'Anonymized']),
        ),
        tags: order.tags.filter((tag) => tag === 'gift'),
        items: order.items.map((item) => ({
          ...item,
          variant_attributes: Object.fromEntries(
            Object.entries(item.variant_attributes).map(([name, value]) => [name, value === 'L' ? 'L' : 'Anonymized']),
          ),
        })),
        version: after.version,
        updated_at: after.updated_at,
      })
    }
    await expectBooks(store.id, { orders: 3, reserved: 4 })
  })

  test('keeps the timeline, without its texts', async () => {
    const { owner, anonymize, id } = await openQuibbleShop()
    await anonymize()
    const Timeline = z.object({ data: z.array(z.looseObject({ kind: z.string(), type: z.string().optional() })) })
    const { data } = expectBody(await owner.get(`/api/customers/${id}/timeline`), 200, Timeline)
    expect(data.map(({ kind, type }) => type ?? kind).toSorted()).toEqual(
      ['customer.anonymized', 'customer.merged', 'note', 'note', 'order', 'order', 'order']
        .concat(['customer.updated', 'customer.created', 'customer.created'])
        .toSorted(),
    )
    for (const entry of data.filter(({ kind }) => kind === 'note')) expect(entry).toMatchObject({ body: null })
    expect(data.find(({ type }) => type === 'customer.updated')).toMatchObject({ data: { changed: ['name', 'notes'] } })
  })

  test('removes their data from results stored for retries, which still work', async () => {
    const { owner, anonymize, id, twin, orders, made, renamed, key, store } = await openQuibbleShop()
    await anonymize()
    const retries = [
      await owner.post('/api/customers', zahra, key('customer')),
      await owner.patch(`/api/customers/${id}`, renamed, key('rename')),
      ...(await Promise.all(orders.map((body, at) => owner.post('/api/orders', body, key(`order-${at}`))))),
      await owner.post('/api/customers/merge', { keep_id: id, merge_ids: [twin.id] }, key('merge')),
      await owner.post(
        `/api/customers/${twin.id}/notes`,
        { body: 'Zahra called from 5777-1234' },
        key(`note-${twin.id}`),
      ),
    ]
    for (const [at, { status, body, headers }] of retries.entries()) {
      expect(status, `${at} ${JSON.stringify(body)}`).toBeLessThan(300)
      expect(headers.get('Idempotent-Replayed')).toBe('true')
      for (const word of words) expect(JSON.stringify(body).toLowerCase()).not.toContain(word)
    }
    expect(retries[0]?.body).toMatchObject({ id, name: 'Anonymized' })
    expect(retries[3]?.body).toMatchObject({ id: made[1]?.id, total_amount: 20.125, customer_name: 'Anonymized' })
    expect(await tracesLeft(store.id, words)).toEqual([])
  })

  test('again changes nothing', async () => {
    const { anonymize, id, store } = await openQuibbleShop()
    const first = await anonymize({ 'Idempotency-Key': 'forget' })
    const before = (await snapshot(store.id)).filter(({ name }) => name !== 'idempotency_keys')
    for (const again of [await anonymize(), await anonymize({ 'Idempotency-Key': 'forget' })])
      expect(again).toMatchObject({ status: 200, body: { ...Object(first.body), anonymization: expect.any(String) } })
    expect((await snapshot(store.id)).filter(({ name }) => name !== 'idempotency_keys')).toEqual(before)
    expect((await eventsOf(id)).filter(({ type }) => type === 'customer.anonymized')).toHaveLength(1)
  })

  test('is irreversible: nothing more can be written about them', async () => {
    const { owner, anonymize, id, orders, store, customer } = await openQuibbleShop()
    await anonymize()
    const before = await snapshot(store.id)
    for (const answer of [
      await owner.patch(`/api/customers/${id}`, { name: 'Zahra' }),
      await owner.post(`/api/customers/${id}/notes`, { body: 'Zahra' }),
      await owner.post('/api/orders', orders[0]),
      await owner.post('/api/customers/merge', { keep_id: id, merge_ids: [customer.id] }),
      await owner.post('/api/customers/merge', { keep_id: customer.id, merge_ids: [id] }),
    ])
      expectProblem(answer, 409, 'customer_anonymized')
    expect(await snapshot(store.id)).toEqual(before)
  })

  test('frees their phone number for another customer', async () => {
    const { anonymize, addCustomer } = await openQuibbleShop()
    await anonymize()
    expect(await addCustomer({ name: 'Noor', phone: zahra.phone })).toMatchObject({ phone: zahra.phone })
  })

  test('does not change other customers, even with the same name', async () => {
    const { owner, bought, anonymize, addCustomer } = await openQuibbleShop()
    const other = await addCustomer({ name: zahra.name, email: zahra.email, notes: 'The other Zahra' })
    const made = await bought({ customer_id: other.id })
    const before = [await owner.get(`/api/orders/${made.id}`), await owner.get(`/api/customers/${other.id}/timeline`)]
    await anonymize()
    expect(await owner.get(`/api/customers/${other.id}`)).toMatchObject({
      body: { notes: 'The other Zahra', name: zahra.name },
    })
    const after = [await owner.get(`/api/orders/${made.id}`), await owner.get(`/api/customers/${other.id}/timeline`)]
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body))
  })

  test('is for owners and admins, and checks the version', async () => {
    const { owner, hire, id, anonymize, store } = await openQuibbleShop()
    for (const role of ['staff', 'viewer'] as const)
      expectProblem(await (await hire(role)).post(`/api/customers/${id}/anonymize`, {}), 403, 'forbidden')
    expectProblem(await (await openShop()).owner.post(`/api/customers/${id}/anonymize`, {}), 404, 'not_found')
    expectProblem(await anonymize({ 'If-Match': '"v1"' }), 409, 'version_conflict')
    expectProblem(await owner.post(`/api/customers/${id}/anonymize`, { sure: true }), 422, 'invalid_input')
    expect(await tracesOf(store.id, ['zahra'])).not.toEqual([])
    expect((await (await hire('admin')).post(`/api/customers/${id}/anonymize`, {})).status).toBe(200)
  })

  test('while orders are placed leaves no order with their name', async () => {
    for (const round of range(1, 4)) {
      const { owner, customer, order, store } = await openScarfShop({
        through: service(`forget-${crypto.randomUUID()}`),
        on_hand: 1000,
      })
      await owner.patch(`/api/customers/${customer.id}`, {
        name: `Zahra Quibbleworth ${round}`,
        phone: '+965 5777 1234',
      })
      const body = order({ notes: 'Ring for Zahra', shipping_address: '9 Quibble Lane' })
      const changes = [
        ...range(1, 12).map((turn) => owner.post('/api/orders', body, { 'Idempotency-Key': `o-${turn}` })),
        ...range(1, 4).map((turn) => owner.patch(`/api/customers/${customer.id}`, { notes: `Zahra ${turn}` })),
        ...range(1, 4).map((turn) => owner.post(`/api/customers/${customer.id}/notes`, { body: `Zahra ${turn}` })),
      ]
      const anonymized = await owner.post(`/api/customers/${customer.id}/anonymize`, {})
      expect(anonymized.status).toBe(200)
      const answers = await Promise.all(changes)
      for (const answer of answers) if (answer.status >= 300) expectProblem(answer, 409, 'customer_anonymized')
      const sold = answers.slice(0, 12).filter(({ status }) => status === 201).length
      expect(await tracesLeft(store.id, ['zahra', 'quibble', '57771234'])).toEqual([])
      await expectBooks(store.id, { orders: sold, reserved: sold })
    }
  })
})
