import type { Product } from '../../../src/areas/products/product.ts'
import type { z } from 'zod'

type Catalogued = z.output<typeof Product>

/** What a test asks a list of products for. */
export type Asked = {
  readonly tag?: string[]
  readonly option?: Readonly<Record<string, string[]>>
  readonly price_from?: number
  readonly price_to?: number
  readonly in_stock?: boolean
  readonly on_sale?: boolean
  readonly q?: string
  readonly sort?: string
}

/** What the products of a list do not say themselves. */
export type Known = {
  /** The tag that an automatic discount is for. */
  readonly discounted: string
  /** The tag whose products it excepts. */
  readonly excepted: string
  /** Units sold, by product id. */
  readonly sold: ReadonlyMap<string, number>
}

/** The slow and obvious way to find products, as the storefront should. */
export function expected(all: readonly Catalogued[], asked: Asked, known: Known): Catalogued[] {
  const matching = all.filter((product) => matches(product, asked, known))
  if (asked.q === undefined) return matching.toSorted(orders(known)[asked.sort ?? 'newest'])
  const words = wordsIn(asked.q)
  const exact = new Map(all.map((product) => [product, placeOf(product, words)]))
  // Mistakes count only if nothing in the store matches without one.
  const found = [...exact.values()].some((place) => place > 0)
    ? exact
    : new Map(all.map((product) => [product, misspelt(product, words)]))
  const hits = matching.filter((product) => (found.get(product) ?? 0) > 0)
  const byPlace = (a: Catalogued, b: Catalogued) => (found.get(b) ?? 0) - (found.get(a) ?? 0) || newest(a, b)
  return hits.toSorted(asked.sort === undefined ? byPlace : orders(known)[asked.sort])
}

const isStocked = ({ tracked, allow_backorder, available }: Catalogued['variants'][number]) =>
  !tracked || allow_backorder || available > 0

export const pricesOf = ({ variants }: Catalogued) => variants.map(({ price }) => price)

export const isOnSale = (product: Catalogued, { discounted, excepted }: Known) =>
  product.variants.some(({ compare_at_price }) => compare_at_price !== null) ||
  (product.tags.includes(discounted) && !product.tags.includes(excepted))

function matches(product: Catalogued, asked: Asked, known: Known): boolean {
  const variants = product.variants.filter(
    ({ options, price }) =>
      price >= (asked.price_from ?? 0) &&
      price <= (asked.price_to ?? Infinity) &&
      Object.entries(asked.option ?? {}).every(([name, values]) =>
        Object.entries(options).some(
          ([own, value]) =>
            own.toLowerCase() === name.toLowerCase() && values.some((one) => one.toLowerCase() === value.toLowerCase()),
        ),
      ),
  )
  return (
    variants.length > 0 &&
    (asked.in_stock === undefined || variants.some(isStocked) === asked.in_stock) &&
    (asked.tag === undefined || asked.tag.some((tag) => product.tags.includes(tag))) &&
    (asked.on_sale === undefined || isOnSale(product, known) === asked.on_sale)
  )
}

type Compare = (a: Catalogued, b: Catalogued) => number

const byId: Compare = (a, b) => (a.id < b.id ? -1 : 1)
const newest: Compare = (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || byId(b, a)
const { compare } = new Intl.Collator('en')

const orders = ({ sold }: Known): Record<string, Compare> => ({
  newest,
  price: (a, b) => Math.min(...pricesOf(a)) - Math.min(...pricesOf(b)) || byId(a, b),
  '-price': (a, b) => Math.max(...pricesOf(b)) - Math.max(...pricesOf(a)) || byId(b, a),
  title: (a, b) => compare(a.title, b.title) || byId(a, b),
  '-title': (a, b) => compare(b.title, a.title) || byId(b, a),
  best_selling: (a, b) => (sold.get(b.id) ?? 0) - (sold.get(a.id) ?? 0) || byId(b, a),
})

const folded = (text: string) => text.toLowerCase().replaceAll('أ', 'ا').replaceAll('ة', 'ه')
const wordsIn = (text: string) =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const nearby = ({ tags, variants }: Catalogued) =>
  [...tags, ...variants.flatMap(({ title, options }) => [title, ...Object.values(options)])].join(' ')

/** 4: whole words of the title, 3: parts of it, 2: of tags and variants, 1: words of the description, 0: not at all. */
function placeOf(product: Catalogued, words: readonly string[]): number {
  if (words.length === 0) return 0
  const title = wordsIn(product.title)
  const all = folded(`${product.title} ${nearby(product)}`)
  if (words.every((word) => title.includes(word))) return 4
  if (words.every((word) => folded(product.title).includes(word))) return 3
  if (words.every((word) => all.includes(word))) return 2
  const somewhere = [...wordsIn(all), ...wordsIn(product.description ?? '')]
  return words.every((word) => somewhere.includes(word)) ? 1 : 0
}

/** 2: in the title, 1: in tags and variants, 0: not even with a mistake. */
function misspelt(product: Catalogued, words: readonly string[]): number {
  if (!words.some((word) => word.length >= 5)) return 0
  const like = (text: string) =>
    words.every((word) => wordsIn(text).some((one) => (word.length < 5 ? one === word : isNear(word, one))))
  if (like(product.title)) return 2
  return like(`${product.title} ${nearby(product)}`) ? 1 : 0
}

/** Whether one letter is wrong, missing or too many, or two neighbours changed places. */
function isNear(a: string, b: string): boolean {
  const [left, right] = [Array.from(a), Array.from(b)]
  let start = 0
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start++
  const rest = (letters: string[], from: number) => letters.slice(from).join('')
  return (
    a === b ||
    rest(left, start + 1) === rest(right, start + 1) ||
    rest(left, start + 1) === rest(right, start) ||
    rest(left, start) === rest(right, start + 1) ||
    (left[start] === right[start + 1] &&
      left[start + 1] === right[start] &&
      rest(left, start + 2) === rest(right, start + 2))
  )
}
