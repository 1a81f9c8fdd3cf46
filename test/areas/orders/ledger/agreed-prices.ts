import type { Shown } from './checks.ts'

type Line = Shown['items'][number]
type Item = { readonly product_id: string; readonly quantity: number; readonly unit_price?: number }

/**
 * docs/orders.md: an item without a price keeps the one of its line, whatever the catalogue says now. Of several lines of a variant,
 * it is the one with its quantity, else the one in its place; of a packed order, only one that can have become it. Undefined if it
 * could be either of two lines with different prices.
 */
export function withAgreedPrices(
  { items: lines }: Shown,
  items: readonly Item[],
  isPacked: boolean,
): Item[] | undefined {
  const ofProduct = <Of extends { readonly product_id: string }>(all: readonly Of[], id: string) =>
    all.filter(({ product_id }) => product_id === id)
  const pairs = items
    .flatMap((item) =>
      ofProduct(lines, item.product_id).map((line, nth) => ({
        item,
        line,
        quality: qualityOf(item, line, isPacked),
        isEqual: item.quantity === line.quantity,
        isInPlace: ofProduct(items, item.product_id)[nth] === item,
        choices: ofProduct(lines, item.product_id).filter((one) => fits(item, one, isPacked)).length,
      })),
    )
    .toSorted(
      (a, b) =>
        b.quality.localeCompare(a.quality) ||
        a.choices - b.choices ||
        Number(b.isEqual) - Number(a.isEqual) ||
        Number(b.isInPlace) - Number(a.isInPlace),
    )
  const met = new Map<Item, (typeof pairs)[number]>()
  const takers = new Map<Line, (typeof pairs)[number]>()
  for (const pair of pairs) {
    if (met.has(pair.item) || takers.has(pair.line)) continue
    met.set(pair.item, pair)
    takers.set(pair.line, pair)
  }
  const allEqual = (id: string) => [...met.values()].every(({ item, isEqual }) => item.product_id !== id || isEqual)
  const isUnclear = pairs.some(({ item, line, quality, isEqual, isInPlace }) => {
    const own = met.get(item)
    if (item.unit_price !== undefined) return false
    if (!own)
      return !isPacked && ofProduct(lines, item.product_id).some(({ unit_price }) => unit_price !== line.unit_price)
    if (own.line.unit_price === line.unit_price || !fits(item, own.line, isPacked)) return false
    const taker = takers.get(line)
    if (!taker) return own.quality === quality && own.isEqual === isEqual
    // The last digit: whether it was shipped.
    if (!isInPlace || own.quality.slice(0, -1) !== quality.slice(0, -1) || taker.choices === 1) return false
    return taker.item.unit_price === undefined ? !allEqual(item.product_id) : !isPacked
  })
  if (isUnclear) return undefined
  return items.map((item) => {
    const line = met.get(item)?.line ?? ofProduct(lines, item.product_id)[0]
    return line ? { unit_price: line.unit_price, ...item } : item
  })
}

const fits = ({ quantity }: Item, line: Line, isPacked: boolean) =>
  !isPacked || (quantity <= line.quantity && quantity >= line.shipped_quantity)

/** Sorts as text. */
const qualityOf = (item: Item, line: Line, isPacked: boolean): string =>
  [
    item.unit_price === line.unit_price,
    item.unit_price === undefined,
    fits(item, line, isPacked),
    isPacked && line.shipped_quantity > 0,
  ]
    .map(Number)
    .join('')
