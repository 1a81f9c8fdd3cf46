import { newId } from '../../../src/platform/values/ids.ts'
import { asOwner } from '../../support/sql.ts'
import type { Dice } from './model/dice.ts'
import type { Cart, Discount, Line, Method, Tax } from './price-reference.ts'

export type Goods = Pick<Line, 'product' | 'tags' | 'unit' | 'weight' | 'taxed'>

const countries = ['KW', 'BH', 'SA']

const amount = (dice: Dice, most: number) => BigInt(dice.roll(most) + 1)
const maybe = <T>(dice: Dice, percent: number, make: () => T): T | null => (dice.chance(percent) ? make() : null)

export const randomTax = (dice: Dice, included: boolean): Tax => ({
  rates: {
    '': BigInt(dice.pick([0, 50_000, 77_000, 150_000, 199_999])),
    ...(dice.chance(50) && { BH: BigInt(dice.pick([0, 100_000, 123_456])) }),
  },
  included,
  onDelivery: dice.chance(50),
})

function randomDiscount(dice: Dice, goods: readonly Goods[], code: string | null): Discount {
  const kind = dice.pick(['percentage', 'percentage', 'fixed', 'free_delivery'] as const)
  const scope = dice.roll(4)
  return {
    id: newId(),
    code,
    kind,
    value: kind === 'percentage' ? BigInt(dice.pick([100_000, 333_333, 125_000, 1_000_000, 1])) : amount(dice, 5000),
    max: kind === 'percentage' ? maybe(dice, 20, () => amount(dice, 2000)) : null,
    products: scope === 1 ? [dice.pick(goods).product, dice.pick(goods).product] : null,
    tags: scope === 2 ? [dice.pick(['wool', 'silk'])] : null,
    minSubtotal: maybe(dice, 20, () => amount(dice, 20_000)),
    minQuantity: maybe(dice, 20, () => amount(dice, 6)),
    combines: dice.chance(60),
  }
}

const randomMethod = (dice: Dice): Method => ({
  id: newId(),
  countries: dice.chance(50) ? [] : [dice.pick(countries), 'KW'],
  price: BigInt(dice.roll(900)),
  freeFrom: maybe(dice, 30, () => amount(dice, 30_000)),
  min: maybe(dice, 15, () => amount(dice, 9000)),
  max: maybe(dice, 15, () => amount(dice, 90_000)),
  maxWeight: maybe(dice, 20, () => amount(dice, 20_000)),
  perKg: maybe(dice, 40, () => amount(dice, 300)),
  codFee: maybe(dice, 50, () => amount(dice, 300)),
  payments: dice.chance(80) ? [] : ['card'],
})

export function randomCart(dice: Dice, goods: readonly Goods[], tax: Tax | null): Cart {
  const count = dice.roll(6)
  const discounts = Array.from({ length: count }, (_, at) =>
    randomDiscount(dice, goods, dice.chance(40) ? `CODE ${at}` : null),
  )
  const lines = Array.from({ length: 1 + dice.roll(5) }, () => ({
    ...dice.pick(goods),
    quantity: amount(dice, 7),
  }))
  return {
    lines,
    discounts,
    methods: Array.from({ length: dice.roll(4) }, () => randomMethod(dice)),
    tax,
    country: dice.pick(countries),
    payment: dice.pick(['card', 'cod', 'knet']),
    code: maybe(dice, 60, () => `CODE ${dice.roll(6)}`),
  }
}

const percent = (tenThousandths: bigint) => Number(tenThousandths) / 10_000

/** Makes these the store's discounts, delivery methods and tax. */
export async function furnish(storeId: string, { discounts, methods, tax }: Cart) {
  const settings = tax && {
    rate: percent(tax.rates[''] ?? 0n),
    label: 'VAT',
    prices_include_tax: tax.included,
    tax_delivery: tax.onDelivery,
    registration_number: null,
    country_rates: Object.entries(tax.rates).flatMap(([country, rate]) =>
      country === '' ? [] : [{ country, rate: percent(rate) }],
    ),
  }
  await asOwner`delete from discounts where store_id = ${storeId}`
  await asOwner`delete from delivery_methods where store_id = ${storeId}`
  await asOwner`update stores set tax = ${settings && JSON.stringify(settings)}::jsonb where id = ${storeId}`
  for (const [at, discount] of discounts.entries())
    await asOwner`insert into discounts (store_id, id, name, code, kind, percentage, amount_minor, max_amount_minor,
        product_ids, tags, min_subtotal_minor, min_quantity, combines, created_at)
      values (${storeId}, ${discount.id}, ${`Discount ${at}`}, ${discount.code}, ${discount.kind},
        ${discount.kind === 'percentage' ? percent(discount.value) : null},
        ${discount.kind === 'fixed' ? String(discount.value) : null}, ${textOf(discount.max)}, ${discount.products},
        ${discount.tags}, ${textOf(discount.minSubtotal)}, ${textOf(discount.minQuantity)}, ${discount.combines},
        now() + ${at} * interval '1 second')`
  for (const [at, method] of methods.entries())
    await asOwner`insert into delivery_methods (store_id, id, name, zones, price_minor, free_from_minor, min_subtotal_minor,
        max_subtotal_minor, max_weight_g, rate_per_kg_minor, cod_fee_minor, payment_methods, position)
      values (${storeId}, ${method.id}, ${`Method ${at}`},
        ${JSON.stringify(method.countries.map((country) => ({ country })))}::jsonb, ${String(method.price)},
        ${textOf(method.freeFrom)}, ${textOf(method.min)}, ${textOf(method.max)}, ${textOf(method.maxWeight)},
        ${textOf(method.perKg)}, ${textOf(method.codFee)}, ${[...method.payments]}, ${at})`
}

const textOf = (number: bigint | null) => (number === null ? null : String(number))
