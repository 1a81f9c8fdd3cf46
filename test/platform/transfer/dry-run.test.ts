import { expect, test } from 'vitest'
import { ImportReport } from '../../../src/platform/transfer/import-report.ts'
import { contradictionsOf } from '../../areas/orders/contradictions.ts'
import { range } from '../../areas/orders/listing.ts'
import { openScarfShop } from '../../areas/orders/scarf-shop.ts'
import { openScratch } from '../../support/scratch.ts'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { csv, jsonl, send, sent, types } from './files.ts'

type Fields = Record<string, unknown>

/** What becomes of each row, in a dry run and in the import that follows. */
async function both({ owner }: Pick<Awaited<ReturnType<typeof openScarfShop>>, 'owner'>, rows: readonly Fields[]) {
  const send = (query: string) => sent(owner, 'orders', jsonl(...rows), { query, type: types.jsonl })
  const outcomes = ({ rows: all }: Awaited<ReturnType<typeof send>>) =>
    all.map(({ status, errors }) => (status === 'failed' ? errors : status))
  return [outcomes(await send('?dry_run=true')), outcomes(await send(''))] as const
}

const codesOf = (outcomes: Awaited<ReturnType<typeof both>>[number]) =>
  outcomes.map((outcome) => (typeof outcome === 'string' ? outcome : outcome.map(({ code }) => code)))

test('a dry run of orders answers what the import does: stock that earlier orders use up or give back', async () => {
  const shop = await openScarfShop({ on_hand: 10 })
  const order = (external_id: string, quantity: number, fields: Fields = {}, item: Fields = {}) => ({
    external_id,
    customer_id: shop.customer.id,
    items: [{ variant_sku: 'SC-1', quantity, unit_price: 10, ...item }],
    ...fields,
  })
  const [dry, real] = await both(shop, [
    order('A', 6),
    order('too many', 5),
    order('cancelled', 4, { status: 'cancelled' }),
    order('shipped', 9, { fulfillment_status: 'shipped', status: 'confirmed' }),
    order('partly', 4, { status: 'confirmed' }, { shipped_quantity: 1 }),
    order('B', 1),
    order('one too many', 1),
    order('two lines', 1, { items: [1, 2].map((quantity) => ({ variant_sku: 'SC-1', quantity, unit_price: 10 })) }),
  ])
  expect(dry).toEqual(real)
  expect(codesOf(dry).filter((code) => code === 'created').length).toBeGreaterThan(3)
  expect(codesOf(dry)[1]).toEqual(['insufficient_stock'])
  expect(codesOf(dry)[6]).toEqual(['insufficient_stock'])
  expect(await contradictionsOf(shop.store.id)).toEqual({})
})

test('and customers whom earlier orders create; a refused order creates none', async () => {
  const shop = await openScarfShop({ on_hand: 10 })
  const order = (external_id: string, fields: Fields, quantity = 1) => ({
    external_id,
    items: [{ variant_sku: 'SC-1', quantity, unit_price: 10 }],
    ...fields,
  })
  const nour = {
    customer_id: 'C-1',
    customer_name: 'Nour',
    customer_email: 'nour@shop.test',
    customer_phone: '+96550000001',
  }
  const [dry, real] = await both(shop, [
    order('unknown', { customer_id: 'C-1' }),
    order(
      'refused',
      { ...nour, customer_id: 'C-2', customer_phone: '+96550000002', customer_email: 'b@shop.test' },
      99,
    ),
    order('of the refused', { customer_id: 'C-2' }),
    order('new', nour),
    order('by reference', { customer_id: 'C-1' }),
    order('by phone', { customer_phone: '+965 5000 0001' }),
    order('by email', { customer_email: 'NOUR@shop.test' }),
  ])
  expect(dry).toEqual(real)
  expect(codesOf(dry)).toEqual([
    ['customer_not_found'],
    ['insufficient_stock'],
    ['customer_not_found'],
    'created',
    'created',
    'created',
    'created',
  ])
})

test('a dry run that would take longer than a second says how many records it tried, and the import itself takes them all', async () => {
  const scratch = await openScratch()
  const { owner } = await openShop({ through: scratch.service(), sql: scratch.sql })
  await scratch.sql`create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return new; end $$`
  await scratch.sql`create trigger slow before insert on customers for each row execute function slow()`
  const file = csv('external_id,name', ...range(1, 5).map((at) => [`C-${at}`, `Guest ${at}`]))
  const sending = (query: string) => send(owner, 'customers', file, { query, through: scratch.service() })
  const { detail } = expectProblem(await sending('?dry_run=true'), 413, 'payload_too_large')
  expect(detail).toMatch(/in which [1-3] records of this file were tried/)
  expect(await scratch.sql`select count(*)::int as customers from customers`).toEqual([{ customers: 0 }])
  expect(expectBody(await sending(''), 200, ImportReport)).toMatchObject({ created: 5, failed: 0 })
})
