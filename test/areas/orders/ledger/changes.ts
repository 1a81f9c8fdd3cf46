import { expect } from 'vitest'
import { updateOrder } from '../../../../src/areas/orders/update-order.ts'
import { expectBody, expectProblem } from '../../../support/shop.ts'
import { orderOf } from '../acting.ts'
import { withAgreedPrices } from './agreed-prices.ts'
import { type Account, statedAfter } from './books.ts'
import { differencesOf, priceOfOrder, priceOfQuote, type Shown } from './checks.ts'
import type { Change } from './moves.ts'
import { itemsOf, offerOf, requestAgain } from './pricing.ts'
import type { LedgerShop } from './shop.ts'

// Changes of orders: PATCH /api/orders/{id}.

type Patch = {
  readonly items?: ReturnType<typeof itemsOf>
  readonly destination?: { readonly country: string } | null
  readonly delivery_method_id?: string | null
  readonly discount_code?: string | null
  readonly payment_method?: string | null
}

function patchOf(shop: LedgerShop, change: Change): Patch {
  if ('items' in change) return { items: itemsOf(shop, change.items) }
  if ('to' in change) return { destination: change.to === null ? null : { country: change.to } }
  if ('delivery' in change) return { delivery_method_id: change.delivery && shop.methodId(change.delivery) }
  if ('code' in change) return { discount_code: change.code }
  return { payment_method: change.payment }
}

/** docs/orders.md: what was not shipped can be left out. */
const isFewer = (before: Shown, after: Shown) =>
  after.items.every(({ position, quantity }) => {
    const line = before.items.find((item) => item.position === position)
    return line !== undefined && quantity <= line.quantity && quantity >= line.shipped_quantity
  }) &&
  before.items.every(
    (line) => line.shipped_quantity === 0 || after.items.some(({ position }) => position === line.position),
  )

/** docs/orders.md: items and amounts can be changed until the order is prepared. */
const canChangePrice = ({ status, fulfillment_status }: Shown) =>
  (status === 'pending' || status === 'confirmed') && fulfillment_status === 'unfulfilled'

/** Changes an order, and expects it to cost what a fresh quote says unless some of its amounts are stated. */
export async function changeOrder(shop: LedgerShop, account: Account, change: Change): Promise<Account> {
  const { owner } = shop
  const before = await orderOf(owner, account.id)
  const patch = patchOf(shop, change)
  const answer = await owner.patch(`/api/orders/${account.id}`, patch)
  const after = await orderOf(owner, account.id)

  const isPacked = !canChangePrice(before)
  const items = patch.items && withAgreedPrices(before, patch.items, isPacked)
  if (patch.items && !items && answer.status !== 409) {
    const { errors } = expectProblem(answer, 422, 'invalid_input')
    expect(errors).toMatchObject([{ code: 'ambiguous' }])
    expect(after, 'a refused change changes nothing').toEqual(before)
    return account
  }
  if (isPacked && !('items' in change && answer.status === 200)) {
    expect([200, 409], JSON.stringify(answer.body)).toContain(answer.status)
    expect(priceOfOrder(after), 'a prepared order keeps its price').toEqual(priceOfOrder(before))
    return account
  }
  if (isPacked) expect(isFewer(before, after), 'of a prepared order, items become fewer').toBe(true)
  const stated = statedAfter(account.stated, patch)
  const offer =
    stated.length === 0 ? await offerOf(shop, { ...requestAgain(before), ...patch, ...(items && { items }) }) : null
  // Of a prepared order, neither a code nor a delivery method stands in the way.
  if (!isPacked && offer && offer.refusal !== null) expectProblem(answer, 422, offer.refusal)
  if (answer.status === 422) {
    expect(
      offer === null || offer.refusal !== null,
      `refused although a quote is not: ${JSON.stringify(answer.body)}`,
    ).toBe(true)
    expect(after, 'a refused change changes nothing').toEqual(before)
    return account
  }
  const { recalculated } = expectBody(answer, 200, updateOrder.output)
  expect(recalculated, 'the answer lists the amounts that changed').toEqual(differencesOf(before, after))
  if (offer && offer.refusal === null)
    expect(priceOfOrder(after), 'an edited order costs what a fresh quote says').toEqual(priceOfQuote(offer.quote))
  expectKept(before, after, stated, 'items' in change)
  return { ...account, stated }
}

/** What the merchant stated stays through the change. Only other items change a total that was stated. */
function expectKept(before: Shown, after: Shown, stated: Account['stated'], hasOtherItems: boolean) {
  for (const part of ['discount', 'shipping', 'tax'] as const)
    if (stated.includes(part) || stated.includes('total'))
      expect(after[`${part}_amount`], `the stated ${part} stays`).toBe(before[`${part}_amount`])
  if (stated.includes('total') && !hasOtherItems)
    expect(priceOfOrder(after), 'a stated total stays').toEqual(priceOfOrder(before))
}
