import type { ErrorCode, Problem } from '../errors.ts'
import { inexactAmount, maxOrderMinor, toMajor, toMinor } from '../money.ts'

type Item = {
  readonly quantity: number
  readonly unit_price: number
}

export type Asked = {
  /** Default: the sum. */
  readonly total_amount?: number | undefined
  readonly shipping_amount?: number | undefined
  readonly tax_amount?: number | undefined
  readonly discount_amount?: number | undefined
  /** What the total differs by from the sum. */
  readonly adjustment_amount?: number | undefined
  readonly items: readonly Item[]
}

/** A problem of the order, whose code is one of the wire's own. */
export type OrderProblem = Problem & { readonly code: ErrorCode }

export type Line = {
  readonly position: number
  readonly productName: string | null
  readonly variantId: string | null
  /** Null: as many as anybody wants. */
  readonly available: number | null
  readonly variants: readonly { id: string; title: string; sku: string | null; options: Record<string, string> }[]
}

export const noCustomer: OrderProblem = {
  pointer: '/customer_id',
  code: 'customer_not_found',
  detail: 'There is no such customer in your stores. Check the id, or create the customer first.',
}

export const customerAnonymized: OrderProblem = {
  pointer: '/customer_id',
  code: 'customer_anonymized',
  detail: 'This customer was anonymized for good. Create a new customer for the order.',
}

export function lineProblems(lines: readonly Line[]): OrderProblem[] {
  return lines.flatMap(({ position, productName, variantId, variants }): OrderProblem[] => {
    const at = `/items/${position - 1}`
    if (productName === null)
      return [
        {
          pointer: `${at}/product_id`,
          code: 'product_not_found',
          detail: "There is no such product in the customer's store, or it is archived.",
        },
      ]
    if (variantId !== null) return []
    const detail = `Say which variant of ${productName}: give the variant_id or variant_sku of one in variants.`
    return [{ pointer: `${at}/variant_id`, code: 'variant_required', detail, variants }]
  })
}

/** `exact`: the total must be the sum of the parts. */
export function amountProblems(asked: Asked, exponent: number, exact = givesParts(asked)): OrderProblem[] {
  const minor = (amount: number | undefined) => toMinor(amount ?? 0, exponent, maxOrderMinor)
  const inexact = (pointer: string) => inexactAmount(pointer, exponent, maxOrderMinor)
  const prices = asked.items.map((item) => minor(item.unit_price))
  const total = asked.total_amount === undefined ? undefined : minor(asked.total_amount)
  const shipping = minor(asked.shipping_amount)
  const tax = minor(asked.tax_amount)
  const discount = minor(asked.discount_amount)
  const adjusted = minor(Math.abs(asked.adjustment_amount ?? 0))
  const problems = [
    ...prices.flatMap((price, index) => (price === null ? [inexact(`/items/${index}/unit_price`)] : [])),
    ...(total === null ? [inexact('/total_amount')] : []),
    ...(shipping === null ? [inexact('/shipping_amount')] : []),
    ...(tax === null ? [inexact('/tax_amount')] : []),
    ...(discount === null ? [inexact('/discount_amount')] : []),
    ...(adjusted === null ? [inexact('/adjustment_amount')] : []),
  ]
  if (problems.length > 0) return problems

  const subtotal = asked.items.reduce((sum, item, index) => sum + item.quantity * (prices[index] ?? 0), 0)
  if (subtotal > maxOrderMinor) return [tooMuch('/items', exponent)]
  const adjustment = (adjusted ?? 0) * Math.sign(asked.adjustment_amount ?? 0)
  const expected = subtotal + (shipping ?? 0) + (tax ?? 0) - (discount ?? 0) + adjustment
  if (total === undefined && expected > maxOrderMinor) return [tooMuch('/items', exponent)]
  if (total === undefined ? expected >= 0 : !exact || expected === total) return []
  const expectedMajor = toMajor(expected, exponent)
  if (expected < 0)
    return [
      {
        pointer: '/discount_amount',
        code: 'invalid_amount',
        detail: 'The discount is more than items, shipping and tax come to: an order cannot cost less than nothing.',
      },
    ]
  return [
    {
      pointer: '/total_amount',
      code: 'total_mismatch',
      detail: `Items, shipping and tax less the discount come to ${expectedMajor}. Send that, or leave the three amounts out.`,
      expected_total_amount: expectedMajor,
    },
  ]
}

const tooMuch = (pointer: string, exponent: number): OrderProblem => ({
  pointer,
  code: 'invalid_amount',
  detail: `The total of an order must be at most ${toMajor(maxOrderMinor, exponent)}.`,
})

export const givesParts = (asked: Omit<Asked, 'items'>): boolean =>
  (asked.shipping_amount ?? asked.tax_amount ?? asked.discount_amount ?? asked.adjustment_amount) !== undefined

export function stockProblems(asked: Pick<Asked, 'items'>, lines: readonly Line[]): OrderProblem[] {
  const wanted = new Map<string | null, number>()
  for (const { position, variantId } of lines)
    wanted.set(variantId, (wanted.get(variantId) ?? 0) + (asked.items[position - 1]?.quantity ?? 0))
  return lines.flatMap(({ position, productName, variantId, available }): OrderProblem[] => {
    const requested = wanted.get(variantId) ?? 0
    if (available === null || requested <= available) return []
    return [
      {
        pointer: `/items/${position - 1}/quantity`,
        code: 'insufficient_stock',
        detail: `Of ${productName} there are ${available} left and the order asks for ${requested}. Ask for fewer, or adjust the stock.`,
        available,
        requested,
      },
    ]
  })
}

/** What the answer as a whole says besides: the first problem's own members. */
export function membersOf({ pointer: _pointer, code: _code, detail: _detail, ...members }: OrderProblem) {
  return members
}
