import { expect } from 'vitest'
import { Quote } from '../../../../src/areas/checkout/quote.ts'
import { CreatedOrder, expectBody, expectProblem } from '../../../support/shop.ts'
import type { Answer } from '../../../support/service.ts'
import { type Account, type StatedPart, sum } from './books.ts'
import { priceOfOrder, priceOfQuote, type Quoted, type Shown } from './checks.ts'
import type { Cart, Line, Stated } from './moves.ts'
import type { LedgerShop } from './shop.ts'

// Quotes, and the orders that are made from them.

type Fields = Readonly<Record<string, unknown>>

const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

export const itemsOf = ({ productId, major }: LedgerShop, lines: readonly Line[]) =>
  lines.map(({ goods, quantity, price }) => ({
    product_id: productId(goods),
    quantity,
    ...(price !== null && { unit_price: major(price) }),
  }))

const subtotalOf = ({ priceOf }: LedgerShop, lines: readonly Line[]): number =>
  sum(lines.map(({ goods, quantity, price }) => quantity * (price ?? priceOf(goods))))

const placeOf = (country: string | null) => country && { country }

const requestOf = (shop: LedgerShop, { lines, to, delivery, code, payment }: Cart): Fields =>
  withoutNulls({
    items: itemsOf(shop, lines),
    destination: placeOf(to),
    delivery_method_id: delivery && shop.methodId(delivery),
    discount_code: code,
    payment_method: payment,
  })

/** A request for a quote of what the order is now. */
export const requestAgain = (order: Shown): Fields => ({
  items: order.items.map(({ product_id, quantity, unit_price }) => ({ product_id, quantity, unit_price })),
  destination: order.destination && withoutNulls(order.destination),
  delivery_method_id: order.delivery?.method_id,
  discount_code: order.discounts.find(({ code }) => code !== null)?.code,
  payment_method: order.payment_method,
})

/** A quote, or the code of the problem that an order of the same would have. */
export type Offer = { readonly refusal: string } | { readonly refusal: null; readonly quote: Quoted }

export async function offerOf({ owner, customerId }: LedgerShop, request: Fields): Promise<Offer> {
  const answer = await owner.post('/api/orders/quote', { customer_id: customerId, ...withoutNulls(request) })
  if (answer.status === 422) return { refusal: String(Object(answer.body).code) }
  const quote = expectBody(answer, 200, Quote)
  const refused = quote.discount_refused?.code
  // docs/checkout.md: these do not refuse the order, which goes on without the code.
  const isOnlyTheCode = refused === 'better_discount_applied' || refused === 'cheaper_without_code'
  if (refused !== undefined && !isOnlyTheCode) return { refusal: refused }
  return { refusal: null, quote }
}

/** A quote of a cart. */
export const quoteCart = (shop: LedgerShop, cart: Cart) => offerOf(shop, requestOf(shop, cart))

function madeFrom(answer: Answer, offer: Offer) {
  if (offer.refusal !== null) {
    expectProblem(answer, 422, offer.refusal)
    return null
  }
  const order = expectBody(answer, 201, CreatedOrder)
  const account: Account = { id: order.id, stated: [], entries: [] }
  return { order, account, quote: offer.quote }
}

/** An order whose amounts are all computed. Null if it was refused for the reason that the quote gave. */
export async function orderCart(shop: LedgerShop, cart: Cart): Promise<Account | null> {
  const request = requestOf(shop, cart)
  const offer = await offerOf(shop, request)
  const answer = await shop.owner.post('/api/orders', { ...request, customer: shop.customer })
  const made = madeFrom(answer, offer)
  if (made) expect(priceOfOrder(made.order), 'an order costs what its quote says').toEqual(priceOfQuote(made.quote))
  return made && made.account
}

type StatedAmounts = {
  readonly discount_amount?: number
  readonly shipping_amount?: number
  readonly tax_amount?: number
}

/** docs/checkout.md: what the delivery method or an automatic discount comes to anyway does not count as stated. */
function keptParts({ discount_amount, shipping_amount, tax_amount }: StatedAmounts, quote: Quoted): StatedPart[] {
  const isDiscount = quote.discounts.length > 0 && quote.discount_amount === discount_amount
  const isDelivery = quote.delivery !== null && quote.shipping_amount === shipping_amount
  return [
    ...(discount_amount === undefined || isDiscount ? [] : (['discount'] as const)),
    ...(shipping_amount === undefined || isDelivery ? [] : (['shipping'] as const)),
    ...(tax_amount === undefined ? [] : (['tax'] as const)),
  ]
}

/** An order of which some amounts are stated. It has no code or method that would leave them to the service. */
export async function orderWithStated(shop: LedgerShop, cart: Cart, stated: Stated): Promise<Account | null> {
  const { discount, shipping, tax } = stated
  const request = requestOf(shop, {
    ...cart,
    code: discount === undefined && tax === undefined ? cart.code : null,
    delivery: tax === undefined ? cart.delivery : null,
  })
  const computed = await offerOf(shop, request)
  const subtotal = subtotalOf(shop, cart.lines)
  const percentOf = (percent: number) => shop.major(Math.floor((subtotal * percent) / 100))
  const amounts = {
    ...(discount !== undefined && { discount_amount: percentOf(discount) }),
    ...(shipping !== undefined && { shipping_amount: shop.major(shipping) }),
    ...(tax !== undefined && { tax_amount: percentOf(tax) }),
  }
  const offer = await offerOf(shop, { ...request, ...amounts })
  const answer = await shop.owner.post('/api/orders', { ...request, ...amounts, customer: shop.customer })
  const made = madeFrom(answer, offer)
  if (!made) return null
  expect(priceOfOrder(made.order), 'an order costs what its quote says').toEqual(priceOfQuote(made.quote))
  expect(made.order, 'stated amounts stand').toMatchObject(amounts)
  return { ...made.account, stated: keptParts(amounts, computed.refusal === null ? computed.quote : made.quote) }
}

/** An order whose total is stated, as a percentage of its subtotal. */
export async function orderForTotal(shop: LedgerShop, lines: readonly Line[], percent: number): Promise<Account> {
  const total_amount = shop.major(Math.floor((subtotalOf(shop, lines) * percent) / 100))
  const items = itemsOf(shop, lines).map((item, at) => {
    const line = lines[at]
    return { ...item, unit_price: shop.major(line?.price ?? (line ? shop.priceOf(line.goods) : 0)) }
  })
  const answer = await shop.owner.post('/api/orders', { customer_id: shop.customerId, items, total_amount })
  const order = expectBody(answer, 201, CreatedOrder)
  expect(order, 'a stated total stands').toMatchObject({ total_amount })
  return { id: order.id, stated: ['total'], entries: [] }
}
