import { describe, expect, test } from 'vitest'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { getTimeline } from '../../../src/areas/customers/get-timeline.ts'
import { expectBooks } from '../orders/books.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'
import { eventsOf } from '../../support/events.ts'
import { service } from '../../support/service.ts'
import { CreatedOrder, expectBody, expectProblem, openShop, pointersOf, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

const shop = service()

const merge = ({ owner }: Shop, keep_id: string, merge_ids: readonly string[], headers?: Record<string, string>) =>
  owner.post('/api/customers/merge', { keep_id, merge_ids }, headers)

const read = async ({ owner }: Shop, id: string) => expectBody(await owner.get(`/api/customers/${id}`), 200, Customer)

describe('merging customers', () => {
  test('adds the data of the others to the kept customer', async () => {
    const mine = await openShop({ through: shop })
    const keep = await mine.addCustomer({
      name: 'Amal',
      phone: '+965 5123 4567',
      tags: ['vip', 'a'],
      notes: 'Calls late',
    })
    const noor = await mine.addCustomer({
      name: 'Amal S.',
      phone: '5123 4567',
      email: 'amal@mail.test',
      address: 'Salmiya',
      addresses: [{ city: 'Hawalli' }],
      notes: 'Prefers WhatsApp',
      tags: ['b', 'vip'],
    })
    const huda = await mine.addCustomer({
      name: 'أمل',
      phone: '+965 6600 1122',
      other_phones: ['22001100'],
      email: 'AMAL@mail.test',
      other_emails: ['amal@work.test'],
      address: 'Sharq',
      addresses: ['Salmiya'],
      notes: 'Calls late',
      blocked: true,
      blocked_reason: 'Refused a parcel',
    })
    const answer = await merge(mine, keep.id, [huda.id, noor.id])
    const merged = expectBody(answer, 200, Customer)
    expect(merged).toEqual({
      ...keep,
      email: 'AMAL@mail.test',
      other_emails: ['amal@work.test'],
      other_phones: ['+965 6600 1122', '5123 4567', '22001100'],
      address: 'Sharq',
      addresses: ['Salmiya', { city: 'Hawalli' }],
      notes: 'Calls late\n\nPrefers WhatsApp',
      tags: ['vip', 'a', 'b'],
      blocked: true,
      blocked_reason: 'Refused a parcel',
      version: 2,
      updated_at: merged.updated_at,
    })
    expect(answer.headers.get('ETag')).toBe('"v2"')
    expect(await read(mine, keep.id)).toEqual(merged)
    expect(await mine.owner.get('/api/customers')).toMatchObject({ body: { meta: { total: 1 } } })
    for (const term of ['66001122', '22001100', 'amal@work', 'hawalli', '5123 4567'])
      expect(await mine.owner.get(`/api/customers?search=${encodeURIComponent(term)}`)).toMatchObject({
        body: { data: [{ id: keep.id }], meta: { total: 1 } },
      })
    expect((await eventsOf(keep.id)).at(-1)).toMatchObject({
      type: 'customer.merged',
      actor_kind: 'user',
      data: {
        merged: [
          { id: huda.id, name: 'أمل' },
          { id: noor.id, name: 'Amal S.' },
        ],
      },
    })
  })

  test('moves their orders, keeps the snapshots, and sums up the counters', async () => {
    const mine = await openScarfShop({ through: shop, currency: 'KWD' })
    const { owner, bought, customer, buy, addCustomer, store } = mine
    const other = await addCustomer({ name: 'أمل', phone: '5012 3456', address: 'Sharq' })
    await buy({ total_amount: 1.005 })
    const theirs = await bought({ customer_id: other.id, total_amount: 2.1 })
    const last = await bought({ customer_id: other.id, total_amount: 0.005 })
    const merged = expectBody(await merge(mine, customer.id, [other.id]), 200, Customer)
    expect(merged).toMatchObject({ orders_count: 3, total_spent: 3.11, last_order_at: last.created_at })
    const { warnings: _, discount_refused: __, ...before } = theirs
    const after = CreatedOrder.omit({ warnings: true, discount_refused: true }).parse(
      (await owner.get(`/api/orders/${theirs.id}`)).body,
    )
    expect(after).toEqual({ ...before, customer_id: customer.id, version: 2, updated_at: after.updated_at })
    expect(await owner.get(`/api/customers/${customer.id}/orders`)).toMatchObject({ body: { meta: { total: 3 } } })
    await expectBooks(store.id, { orders: 3, reserved: 3 })
  })

  test('merges their timelines', async () => {
    const mine = await openScarfShop({ through: shop })
    const { owner, customer, buy, addCustomer } = mine
    const [first, second] = [await addCustomer({ name: 'First' }), await addCustomer({ name: 'Second' })]
    for (const { id } of [first, second, customer]) {
      await owner.post(`/api/customers/${id}/notes`, { body: `Note of ${id}` })
      await buy({ customer_id: id })
    }
    // The conversation of the second continues with the first.
    await merge(mine, first.id, [second.id])
    await merge(mine, customer.id, [first.id])
    const { data, meta } = expectBody(await owner.get(`/api/customers/${second.id}/timeline`), 200, getTimeline.output)
    const notes = data.flatMap((entry) => (entry.kind === 'note' ? [entry.body] : []))
    expect(notes).toEqual([customer.id, second.id, first.id].map((id) => `Note of ${id}`))
    expect(data.filter(({ kind }) => kind === 'order')).toHaveLength(3)
    expect(data.flatMap((entry) => (entry.kind === 'event' ? [entry.type] : []))).toEqual([
      'customer.merged',
      'customer.merged',
      ...Array(3).fill('customer.created'),
    ])
    expect(meta.total).toBe(11)
  })

  test('keeps notes that do not fit as timeline entries', async () => {
    const mine = await openShop({ through: shop })
    const keep = await mine.addCustomer({ notes: 'a'.repeat(3000) })
    const long = await mine.addCustomer({ notes: 'b'.repeat(2500) })
    const short = await mine.addCustomer({ notes: 'c' })
    const merged = expectBody(await merge(mine, keep.id, [long.id, short.id]), 200, Customer)
    expect(merged.notes).toBe(`${'a'.repeat(3000)}\n\nc`)
    expect(await mine.owner.get(`/api/customers/${keep.id}/timeline`)).toMatchObject({
      body: { data: [{ type: 'customer.merged' }, { kind: 'note', body: 'b'.repeat(2500) }, {}, {}, {}] },
    })
  })

  test('moves all references to a customer, also in future tables', async () => {
    const [found] = await asOwner`
      select count(*)::int as keys, count(*) filter (where cardinality(f.conkey) <> 2)::int as odd,
             count(*) filter (where not has_table_privilege('app_rw', f.conrelid, 'UPDATE')
               and f.conrelid <> 'customer_contacts'::regclass)::int as stuck
        from pg_constraint f where f.contype = 'f' and f.confrelid = 'customers'::regclass`
    expect(found).toMatchObject({ odd: 0, stuck: 0 })
    expect(found?.['keys']).toBeGreaterThanOrEqual(3)
  })
})

describe('the id of a merged customer', () => {
  test('can be used to read and to order', async () => {
    const mine = await openScarfShop({ through: shop })
    const { owner, bought, customer, buy, addCustomer, store } = mine
    const gone = await addCustomer({ name: 'Gone' })
    await merge(mine, customer.id, [gone.id])
    expect(await read(mine, gone.id)).toEqual(await read(mine, customer.id))
    expect(await bought({ customer_id: gone.id })).toMatchObject({
      customer_id: customer.id,
      customer_name: customer.name,
    })
    expect(await owner.get(`/api/customers/${gone.id}/orders`)).toMatchObject({ body: { meta: { total: 1 } } })
    // Refusals of an order are the same as for the kept customer.
    expectProblem(
      await buy({ customer_id: gone.id, items: [{ product_id: gone.id, quantity: 1, unit_price: 1 }] }),
      422,
      'product_not_found',
    )
    await expectBooks(store.id, { orders: 1, reserved: 1 })
  })

  test('cannot be used to write, and the answer names the kept customer', async () => {
    const mine = await openShop({ through: shop })
    const [keep, gone] = [await mine.addCustomer(), await mine.addCustomer({ name: 'Gone' })]
    await merge(mine, keep.id, [gone.id])
    const before = await read(mine, keep.id)
    for (const answer of [
      await mine.owner.patch(`/api/customers/${gone.id}`, { name: 'Back' }),
      await mine.owner.post(`/api/customers/${gone.id}/notes`, { body: 'Back' }),
      await mine.owner.post(`/api/customers/${gone.id}/anonymize`, {}),
    ])
      expect(expectProblem(answer, 404, 'not_found')['merged_into']).toBe(keep.id)
    expect(await read(mine, keep.id)).toEqual(before)
  })

  test('returns the stored result to a retry', async () => {
    const mine = await openShop({ through: shop })
    const [keep, gone] = [await mine.addCustomer(), await mine.addCustomer({ name: 'Gone' })]
    const key = { 'Idempotency-Key': 'rename' }
    const change = () => mine.owner.patch(`/api/customers/${gone.id}`, { name: 'Sara' }, key)
    const first = await change()
    await merge(mine, keep.id, [gone.id])
    const again = await change()
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  })
})

describe('a merge', () => {
  test('again changes nothing, with or without the same key', async () => {
    const mine = await openShop({ through: shop })
    const [keep, gone] = [await mine.addCustomer(), await mine.addCustomer({ name: 'Gone' })]
    const key = { 'Idempotency-Key': 'merge-1' }
    const first = await merge(mine, keep.id, [gone.id], key)
    for (const again of [await merge(mine, keep.id, [gone.id], key), await merge(mine, keep.id, [gone.id, gone.id])])
      expect(again).toMatchObject({ status: 200, body: first.body })
    expect((await eventsOf(keep.id)).map(({ type }) => type)).toEqual(['customer.created', 'customer.merged'])
  })

  test('is rejected with all of its problems, and nothing moves', async () => {
    const mine = await openShop({ through: shop })
    const other = await openShop({ through: shop })
    const [keep, gone, free, blank] = await Promise.all([1, 2, 3, 4].map(() => mine.addCustomer()))
    const theirs = await other.addCustomer()
    if (!keep || !gone || !free || !blank) throw new Error('there are four')
    await merge(mine, keep.id, [gone.id])
    await mine.owner.post(`/api/customers/${blank.id}/anonymize`, {})
    const ids = [free.id, gone.id, theirs.id, crypto.randomUUID(), blank.id, keep.id]
    const problem = expectProblem(await merge(mine, free.id, ids), 422, 'invalid_input')
    expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/merge_ids/0 merged_into_itself',
      '/merge_ids/1 customer_not_found',
      '/merge_ids/2 customer_not_found',
      '/merge_ids/3 customer_not_found',
      '/merge_ids/4 customer_anonymized',
    ])
    expect(problem.errors[1]).toMatchObject({ merged_into: keep.id })
    const unknown = expectProblem(await merge(mine, theirs.id, [free.id, blank.id]), 422, 'customer_not_found')
    expect(pointersOf(unknown)).toEqual(['/keep_id', '/merge_ids/1'])
    expectProblem(await merge(mine, blank.id, [free.id]), 409, 'customer_anonymized')
    for (const body of [
      { merge_ids: [] },
      { merge_ids: Array(11).fill(free.id) },
      { merge_ids: ['x'] },
      { keep_id: null },
    ])
      expectProblem(
        await mine.owner.post('/api/customers/merge', { keep_id: keep.id, merge_ids: [free.id], ...body }),
        422,
        'invalid_input',
      )
    expect(await read(mine, free.id)).toEqual(free)
  })

  test('is not possible across stores', async () => {
    const [mine, second] = [await openShop({ through: shop }), await openShop({ through: shop })]
    await second.join(mine.owner.subject, 'owner')
    const [here, there] = [await mine.addCustomer(), await second.addCustomer()]
    const problem = expectProblem(await merge(mine, here.id, [there.id]), 422, 'customer_not_found')
    expect(pointersOf(problem)).toEqual(['/merge_ids/0'])
  })

  test('is for owners and admins', async () => {
    const mine = await openShop({ through: shop })
    const [keep, gone] = [await mine.addCustomer(), await mine.addCustomer()]
    for (const role of ['staff', 'viewer'] as const)
      expectProblem(await merge({ ...mine, owner: await mine.hire(role) }, keep.id, [gone.id]), 403, 'forbidden')
    expect((await merge({ ...mine, owner: await mine.hire('admin') }, keep.id, [gone.id])).status).toBe(200)
  })

  test('of too many orders is rejected with advice', async () => {
    const mine = await openShop({ through: shop })
    const [keep, busy] = [await mine.addCustomer(), await mine.addCustomer({ name: 'Walk-in' })]
    const { id } = await mine.addOrder({ customer_id: busy.id })
    await asOwner`
      insert into orders (store_id, id, number, platform, source, currency, currency_exponent, subtotal_minor, total_minor, stated,
        customer_id, customer_name, lines, lines_key)
      select store_id, uuidv7(), number + n, platform, source, currency, currency_exponent, subtotal_minor, total_minor, stated,
        customer_id, customer_name, lines, lines_key from orders cross join generate_series(1, 2000) as n where id = ${id}`
    const problem = expectProblem(await merge(mine, keep.id, [busy.id]), 422, 'invalid_input')
    expect(problem.detail).toContain('2000 orders')
    expect((await merge(mine, busy.id, [keep.id])).status).toBe(200)
  })
})
