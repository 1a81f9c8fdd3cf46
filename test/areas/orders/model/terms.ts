import { asOwner } from '../../../support/sql.ts'
import { type Discount, priceOf } from '../price-reference.ts'
import { setTax } from '../../stores/taxes.ts'

// What the shop of the model charges besides its goods: one delivery method, two codes, and a tax that its prices include.

/** Codes of the shop. `few` can be used only a few times. */
export const codes = { ten: 'TEN', few: 'FEW' } as const
export const fewUses = 3

/** What an order was computed from. */
export type Terms = {
  readonly code: string | null
  readonly isDelivered: boolean
  readonly payment: string | null
}

type Line = { readonly quantity: number; readonly unitPrice: number }

const delivery = { price: 150, codFee: 25, freeFrom: 9000 }
const taxPercent = 15

const discount = (code: string, fields: Partial<Discount>): Discount => ({
  id: code,
  code,
  kind: 'percentage',
  value: 100_000n,
  max: null,
  products: null,
  tags: null,
  minSubtotal: null,
  minQuantity: null,
  combines: false,
  ...fields,
})

const discounts = [discount(codes.ten, {}), discount(codes.few, { kind: 'fixed', value: 333n })]

/** Sets this up in a store, and returns the id of the delivery method. */
export async function setTerms(storeId: string): Promise<string> {
  const methodId = crypto.randomUUID()
  await setTax({ id: storeId }, { rate: taxPercent, prices_include_tax: true, tax_delivery: true })
  await asOwner`insert into delivery_methods (store_id, id, name, price_minor, cod_fee_minor, free_from_minor, position)
    values (${storeId}, ${methodId}, 'Standard', ${delivery.price}, ${delivery.codFee}, ${delivery.freeFrom}, 1)`
  await asOwner`insert into discounts (store_id, id, name, code, kind, percentage, amount_minor, usage_limit)
    values (${storeId}, gen_random_uuid(), 'Ten', ${codes.ten}, 'percentage', 10, null, null),
           (${storeId}, gen_random_uuid(), 'Few', ${codes.few}, 'fixed', null, 333, ${fewUses})`
  return methodId
}

function priced(lines: readonly Line[], { code, isDelivered, payment }: Terms, shipping: number | null) {
  const method = {
    id: '',
    countries: [],
    price: BigInt(delivery.price),
    freeFrom: BigInt(delivery.freeFrom),
    min: null,
    max: null,
    maxWeight: null,
    perKg: null,
    codFee: BigInt(delivery.codFee),
    payments: [],
  }
  const price = priceOf({
    lines: lines.map(({ quantity, unitPrice }) => ({
      product: '',
      tags: [],
      quantity: BigInt(quantity),
      unit: BigInt(unitPrice),
      weight: 0n,
      taxed: true,
    })),
    discounts,
    methods: isDelivered ? [method] : [],
    tax: { rates: { '': BigInt(taxPercent * 10_000) }, included: true, onDelivery: true },
    country: '',
    payment: payment ?? '',
    code,
    shipping: shipping === null ? null : BigInt(shipping),
  })
  if (price === null) throw new Error('the method is always on offer')
  return price
}

/** The discount that each line has of the order's. */
export const lineDiscountsOf = (lines: readonly Line[], terms: Terms, shipping: number | null): readonly number[] =>
  priced(lines, terms, shipping).lines.map(({ discount }) => Number(discount))

/** The amounts of an order that the service computes. */
export function computed(lines: readonly Line[], terms: Terms, shipping: number | null) {
  const price = priced(lines, terms, shipping)
  return {
    subtotal: Number(price.subtotal),
    shipping: Number(price.shipping),
    tax: Number(price.tax),
    discount: Number(price.discount),
    total: Number(price.total),
  }
}
