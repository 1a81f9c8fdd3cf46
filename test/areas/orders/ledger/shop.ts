import { DeliveryMethod } from '../../../../src/areas/delivery-methods/delivery-method.ts'
import { Discount } from '../../../../src/areas/discounts/discount.ts'
import { Store } from '../../../../src/areas/stores/store.ts'
import { expectBody, openShop } from '../../../support/shop.ts'
import type { Rules } from './books.ts'
import { catalogue, discounts, type GoodsName, goodsNames, type MethodName, methodNames, methods } from './catalogue.ts'

/** There are few books, and more may be sold than there are. */
const stock: Readonly<Record<GoodsName, object>> = {
  Scarf: { on_hand: 1_000_000 },
  Shawl: { on_hand: 1_000_000 },
  Book: { on_hand: 3, allow_backorder: true },
}

const percent = (tenThousandths: number) => tenThousandths / 10_000

function taxOf({ rates, included, onDelivery }: Rules) {
  const country_rates = Object.entries(rates).flatMap(([country, rate]) =>
    country === '' ? [] : [{ country, rate: percent(rate) }],
  )
  const rate = percent(rates[''] ?? 0)
  return { rate, label: 'VAT', prices_include_tax: included, tax_delivery: onDelivery, country_rates }
}

export type LedgerShop = Awaited<ReturnType<typeof openLedgerShop>>

/** A store with these rules, three products, three delivery methods, four codes, one automatic discount and one customer. */
export async function openLedgerShop(rules: Rules) {
  const { owner, store, addCustomer, addProduct } = await openShop({ currency: rules.currency })
  const major = (minor: number) => minor / 10 ** rules.decimals
  const customer = { name: 'Amal', phone: '+965 5012 3456' }
  const { id: customerId } = await addCustomer(customer)
  expectBody(await owner.patch(`/api/stores/${store.id}`, { tax: taxOf(rules) }), 200, Store)

  const productIds = new Map<string, string>()
  for (const title of goodsNames) {
    const { price, weight_g, taxable } = catalogue[title]
    const variants = [{ sku: `SKU-${title}`, ...stock[title] }]
    productIds.set(title, (await addProduct({ title, price: major(price), weight_g, taxable, variants })).id)
  }
  const productId = (name: GoodsName) => productIds.get(name) ?? ''

  const methodIds = new Map<string, string>()
  for (const name of methodNames) {
    const { zones, ...method } = methods[name]
    const amounts = Object.entries(method).map(([field, value]) => [
      field,
      typeof value === 'number' ? major(value) : value,
    ])
    const body = { name, zones: zones.map((country) => ({ country })), ...Object.fromEntries(amounts) }
    methodIds.set(name, expectBody(await owner.post('/api/delivery-methods', body), 201, DeliveryMethod).id)
  }

  for (const discount of discounts) {
    const body = {
      ...discount,
      ...('minor' in discount && { minor: undefined, value: major(discount.minor) }),
      ...('min' in discount && { min: undefined, min_subtotal: major(discount.min) }),
      ...('scarvesOnly' in discount && {
        scarvesOnly: undefined,
        applies_to: { product_ids: [productId('Scarf')] },
      }),
    }
    expectBody(await owner.post('/api/discounts', body), 201, Discount)
  }

  const untaxed = new Set(goodsNames.filter((name) => !catalogue[name].taxable).map(productId))
  return {
    rules,
    owner,
    store,
    customer,
    customerId,
    major,
    productId,
    priceOf: (name: GoodsName): number => catalogue[name].price,
    methodId: (name: MethodName) => methodIds.get(name) ?? '',
    isTaxed: (id: string) => !untaxed.has(id),
  }
}
