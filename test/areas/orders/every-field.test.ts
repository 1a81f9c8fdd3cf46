import { expect, test } from 'vitest'
import { createOrder } from '../../../src/areas/orders/create-order.ts'
import { updateOrder } from '../../../src/areas/orders/update-order.ts'
import { CreatedOrder, expectBody } from '../../support/shop.ts'
import { orderOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { openScarfShop } from './scarf-shop.ts'

type Order = Awaited<ReturnType<typeof orderOf>>
type Fields = Readonly<Record<string, unknown>>

/** The value to send for a field, and what the order must show afterwards. */
type Samples<Shape> = { readonly [Field in keyof Shape]: { readonly sent: unknown; readonly shown: Fields } }

type ItemSample = {
  readonly sent: Fields & { readonly quantity: number; readonly unit_price: number }
  readonly shown: Fields
}

// computed-orders.test.ts tries the fields that let the service compute the amounts.
const {
  destination: _to,
  delivery_method_id: _by,
  discount_code: _with,
  computed: _computed,
  ...newOrder
} = createOrder.input.shape
const newItem = createOrder.input.shape.items.element.in.shape
// What would be stored is in addresses.test.ts.
const {
  dry_run: _dryRun,
  destination: _destination,
  delivery_method_id: _method,
  discount_code: _code,
  ...changes
} = updateOrder.input.shape

const salmiya = { line1: 'Block 5, Street 7', area: 'Salmiya', country: 'KW' }

async function openShirtShop() {
  const shop = await openScarfShop()
  const [other, shirt] = await Promise.all([
    shop.addCustomer({ name: 'Basma', phone: '+965 5055 5555', address: '1 Old Street' }),
    shop.addProduct({
      title: 'Shirt',
      price: 20,
      variants: [
        { sku: 'SH-S', options: { Size: 'S' }, on_hand: 100 },
        { sku: 'SH-M', options: { Size: 'M' }, on_hand: 100 },
        { sku: 'SH-L', options: { Size: 'L' }, on_hand: 100 },
      ],
    }),
  ])
  const [small, medium, large] = shirt.variants
  if (!small || !medium || !large) throw new Error('the shirt has three variants')

  /** For each field of an item, an item that shows whether the field was stored. */
  const itemSamples = (price: number) => {
    const scarf = { product_id: shop.scarf.id, quantity: 1, unit_price: price }
    const anyShirt = { product_id: shirt.id, quantity: 1, unit_price: price }
    const samples = {
      product_id: { sent: scarf, shown: { product_id: shop.scarf.id, product_name: 'Scarf' } },
      quantity: { sent: { ...scarf, quantity: price + 1 }, shown: { quantity: price + 1 } },
      unit_price: { sent: { ...scarf, unit_price: price + 0.5 }, shown: { unit_price: price + 0.5 } },
      variant_id: { sent: { ...anyShirt, variant_id: small.id }, shown: { variant_id: small.id } },
      variant_sku: { sent: { ...anyShirt, variant_sku: 'SH-M' }, shown: { variant_id: medium.id } },
      variant_options: { sent: { ...anyShirt, variant_options: { Size: 'L' } }, shown: { variant_id: large.id } },
      variant_name: {
        sent: { ...scarf, variant_name: `Name ${price}` },
        shown: { variant_name: `Name ${price}` },
      },
      variant_attributes: {
        sent: { ...scarf, variant_attributes: { engraving: `Text ${price}` } },
        shown: { variant_attributes: { engraving: `Text ${price}` } },
      },
    } satisfies Record<keyof typeof newItem, ItemSample>
    for (const field of Object.keys(newItem)) expect(samples, `add a sample of items/${field}`).toHaveProperty(field)
    return Object.entries<ItemSample>(samples).map(([field, { sent, shown }]) => {
      expect(sent).toHaveProperty(field)
      return { sent, shown }
    })
  }

  return { ...shop, other, itemSamples }
}

const subtotalOf = (items: readonly ItemSample[]) =>
  items.reduce((sum, { sent }) => sum + sent.quantity * sent.unit_price, 0)

/** `before` is the order without these values: a sample that it shows anyway would prove nothing. */
function expectEveryField<Shape extends object>(
  shape: Shape,
  samples: Samples<Shape>,
  { before, after }: { before: Order; after: Order },
) {
  for (const field of Object.keys(shape)) expect.soft(samples, `add a sample of ${field}`).toHaveProperty(field)
  for (const [field, { shown }] of Object.entries<Samples<Shape>[keyof Shape]>(samples)) {
    for (const [name, value] of Object.entries(shown))
      expect(before, `choose another sample of ${field}`).not.toMatchObject({ [name]: value })
    expect.soft(after, `${field} was not stored`).toMatchObject(shown)
  }
}

test('every field of a new order is stored', async () => {
  const { owner, bought, other, itemSamples, store } = await openShirtShop()
  const before = await bought()
  const items = itemSamples(3)
  const total_amount = subtotalOf(items) + 5 + 2 - 1
  const samples: Samples<Omit<typeof newOrder, 'customer'>> = {
    customer_id: { sent: other.id, shown: { customer_id: other.id, customer_name: 'Basma' } },
    external_id: { sent: 'EXT-1', shown: { external_id: 'EXT-1' } },
    total_amount: { sent: total_amount, shown: { total_amount } },
    shipping_amount: { sent: 5, shown: { shipping_amount: 5 } },
    tax_amount: { sent: 2, shown: { tax_amount: 2 } },
    discount_amount: { sent: 1, shown: { discount_amount: 1 } },
    items: { sent: items.map(({ sent }) => sent), shown: { items: items.map(({ shown }) => shown) } },
    platform: { sent: 'telegram', shown: { platform: 'telegram' } },
    shipping_address: { sent: '9 New Street', shown: { shipping_address: 'Block 5, Street 7, Salmiya, Kuwait' } },
    address: { sent: salmiya, shown: { address: salmiya } },
    payment_method: { sent: 'card', shown: { payment_method: 'card' } },
    po_number: { sent: 'PO-17', shown: { po_number: 'PO-17' } },
    notes: { sent: 'Ring twice', shown: { notes: 'Ring twice' } },
    customer_phone: { sent: '+965 5111 1111', shown: { customer_phone: '+965 5111 1111' } },
    tags: { sent: ['gift'], shown: { tags: ['gift'] } },
  }
  const body = Object.fromEntries(Object.entries(samples).map(([field, { sent }]) => [field, sent]))
  const { id } = expectBody(await owner.post('/api/orders', body), 201, CreatedOrder)
  // In place of customer_id: by-phone.test.ts.
  const { customer: _customer, ...fields } = newOrder
  expectEveryField(fields, samples, { before, after: await orderOf(owner, id) })
  await expectSoundBooks(store.id)
})

test('every field of a changed order is stored', async () => {
  const { owner, bought, itemSamples, store } = await openShirtShop()
  const { id } = await bought()
  const { id: otherId } = await bought()
  const before = await orderOf(owner, otherId)
  const items = itemSamples(4)
  const total_amount = subtotalOf(items) + 6 + 3 - 2
  const samples: Samples<typeof changes> = {
    order_id: { sent: id, shown: { id } },
    expected_version: { sent: 1, shown: { version: 2 } },
    po_number: { sent: 'PO-18', shown: { po_number: 'PO-18' } },
    notes: { sent: 'Leave at the door', shown: { notes: 'Leave at the door' } },
    tags: { sent: ['urgent'], shown: { tags: ['urgent'] } },
    shipping_address: { sent: '7 Side Street', shown: { shipping_address: 'Block 5, Street 7, Salmiya, Kuwait' } },
    address: { sent: salmiya, shown: { address: salmiya } },
    customer_phone: { sent: '+965 5222 2222', shown: { customer_phone: '+965 5222 2222' } },
    payment_method: { sent: 'cash', shown: { payment_method: 'cash' } },
    items: { sent: items.map(({ sent }) => sent), shown: { items: items.map(({ shown }) => shown) } },
    total_amount: { sent: total_amount, shown: { total_amount } },
    shipping_amount: { sent: 6, shown: { shipping_amount: 6 } },
    tax_amount: { sent: 3, shown: { tax_amount: 3 } },
    discount_amount: { sent: 2, shown: { discount_amount: 2 } },
  }
  const { order_id, expected_version, ...fields } = samples
  const body = Object.fromEntries(Object.entries(fields).map(([field, { sent }]) => [field, sent]))
  const headers = { 'If-Match': `"v${String(expected_version.sent)}"` }
  const answer = await owner.patch(`/api/orders/${String(order_id.sent)}`, body, headers)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  expectEveryField(changes, samples, { before, after: await orderOf(owner, id) })
  await expectSoundBooks(store.id)
})
