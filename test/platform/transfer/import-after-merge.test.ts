import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Customer } from '../../../src/areas/customers/customer.ts'
import { Order } from '../../../src/areas/orders/order.ts'
import { range } from '../../areas/orders/listing.ts'
import { openScarfShop } from '../../areas/orders/scarf-shop.ts'
import { service } from '../../support/service.ts'
import { expectBody } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { csv, sent, sentCsv } from './files.ts'

const shop = service()

const Listed = z.object({ meta: z.object({ total: z.int() }) })

/** A store in which the same customer existed twice and was merged. */
async function openMergedShop() {
  const mine = await openScarfShop({ through: shop })
  const { owner, addCustomer } = mine
  const kept = await addCustomer({ external_id: 'C-1', name: 'Noor', phone: '+965 5111 1111', email: 'noor@home.test' })
  const gone = await addCustomer({
    external_id: 'C-2',
    name: 'Noor A.',
    phone: '+965 5222 2222',
    email: 'Noor@work.test',
    notes: 'Calls late',
  })
  const merged = await owner.post('/api/customers/merge', { keep_id: kept.id, merge_ids: [gone.id] })
  const before = expectBody(merged, 200, Customer)
  expect(before).toMatchObject({ id: kept.id, external_id: 'C-1', other_emails: ['Noor@work.test'] })
  const count = async () => expectBody(await owner.get('/api/customers'), 200, Listed).meta.total
  const read = async () => expectBody(await owner.get(`/api/customers/${kept.id}`), 200, Customer)
  return { ...mine, kept, gone, before, count, read, total: await count() }
}

const orderFile = (header: string, ...cells: string[]) =>
  csv(`external_id,sku,quantity,unit_price,${header}`, ['O-1', 'SC-1', '1', '10', ...cells])

describe('an import after a merge finds the customer who was kept', () => {
  test.for([
    ['by the phone number of the merged customer', 'customer_name,customer_phone', ['Noor A.', '00965 5222-2222']],
    ['by the e-mail address of the merged customer', 'customer_name,customer_email', ['Noor A.', 'NOOR@work.test']],
    ['by the external id of the merged customer', 'customer_name,customer_id', ['Noor A.', 'C-2']],
  ] as const)('for an order, %s', async ([, header, cells]) => {
    const { owner, kept, before, count, read, total } = await openMergedShop()
    const report = await sent(owner, 'orders', orderFile(header, ...cells))
    expect(report).toMatchObject({ created: 1 })
    expect(expectBody(await owner.get(`/api/orders/${report.rows[0]?.id}`), 200, Order).customer_id).toBe(kept.id)
    expect(await count()).toBe(total)
    expect(await read()).toMatchObject({ phone: before.phone, other_phones: before.other_phones, orders_count: 1 })
  })

  test('for an order, by the id of the merged customer', async () => {
    const { owner, kept, gone, count, total } = await openMergedShop()
    const report = await sent(owner, 'orders', orderFile('customer_name,customer_id', 'Noor A.', gone.id))
    expect(expectBody(await owner.get(`/api/orders/${report.rows[0]?.id}`), 200, Order).customer_id).toBe(kept.id)
    expect(await count()).toBe(total)
  })

  test('and does not change them for a row of the merged customer, with a warning', async () => {
    const { owner, kept, gone, before, count, read, total } = await openMergedShop()
    const rows = [
      ['C-1', '', 'Noor', '+965 5111 1111'],
      ['C-2', '', 'Noor A.', '+965 5222 2222'],
      ['', gone.id, 'Noor A.', ''],
    ]
    const report = await sentCsv(owner, 'customers', 'external_id,id,name,phone', ...rows)
    expect(report).toMatchObject({ created: 0, updated: 0, unchanged: 3, failed: 0 })
    expect(report.rows.map(({ id, warnings }) => [id, warnings.map(({ code }) => code)])).toEqual([
      [kept.id, []],
      [kept.id, ['customer_merged']],
      [kept.id, ['customer_merged']],
    ])
    expect(await count()).toBe(total)
    expect(await read()).toEqual(before)
  })

  test('also if they were merged again later', async () => {
    const { owner, kept, customer, count, total } = await openMergedShop()
    await owner.post('/api/customers/merge', { keep_id: customer.id, merge_ids: [kept.id] })
    const report = await sentCsv(owner, 'customers', 'external_id,name', ['C-2', 'Noor A.'])
    expect(report).toMatchObject({ unchanged: 1, rows: [{ id: customer.id }] })
    expect(await count()).toBe(total - 1)
  })

  test('by a second phone number, and keeps both numbers', async () => {
    const { owner, kept, before, read } = await openMergedShop()
    const report = await sentCsv(owner, 'customers', 'name,phone', ['Noor B.', '+96552222222'])
    expect(report).toMatchObject({ updated: 1, rows: [{ id: kept.id }] })
    expect(await read()).toMatchObject({
      name: 'Noor B.',
      phone: before.phone,
      other_phones: before.other_phones,
    })
  })
})

test('if several customers have the e-mail address of an order, it goes to the oldest', async () => {
  const { owner, addCustomer } = await openScarfShop({ through: shop })
  const oldest = await addCustomer({ name: 'Noor', other_emails: ['shared@work.test'] })
  const younger = await addCustomer({ name: 'Huda', other_emails: ['shared@work.test'] })
  const own = await addCustomer({ name: 'Sara', email: 'own@work.test' })
  await addCustomer({ name: 'Lulwa', other_emails: ['own@work.test'] })
  const buyer = async (key: string, email: string) => {
    const file = csv('external_id,sku,quantity,unit_price,customer_name,customer_email', [
      key,
      'SC-1',
      '1',
      '10',
      'X',
      email,
    ])
    const { rows } = await sent(owner, 'orders', file)
    return expectBody(await owner.get(`/api/orders/${rows[0]?.id}`), 200, Order).customer_id
  }
  expect(await buyer('O-1', 'Shared@work.test')).toBe(oldest.id)
  expect(await buyer('O-2', 'own@work.test')).toBe(own.id)
  expect(younger.id).not.toBe(oldest.id)
})

test('a phone number in an imported order belongs to one customer, even if another one gets it at the same time', async () => {
  const { owner, addCustomer, store } = await openScarfShop({ through: shop })
  const others = await Promise.all(range(1, 30).map((turn) => addCustomer({ name: `Noor ${turn}` })))
  const numbers = others.map((_, turn) => `+965522222${10 + turn}`)
  const rows = numbers.map((number, turn) => [`O-${turn}`, 'SC-1', '1', '10', 'X', number])
  const file = csv('external_id,sku,quantity,unit_price,customer_name,customer_phone', ...rows)
  const setPhone = async (at: number) => {
    await new Promise((resolve) => setTimeout(resolve, at * 10))
    return owner.patch(`/api/customers/${others[at]?.id}`, { other_phones: [numbers[at]] })
  }
  await Promise.all([sent(owner, 'orders', file), ...numbers.map((_, at) => setPhone(at))])
  const both = await asOwner`
    select k.value from customer_contacts k join customers c on c.store_id = k.store_id and c.phone_e164 = k.value
     where k.store_id = ${store.id}`
  expect(both).toEqual([])
})
