// What a cart costs, computed from docs and design alone, slowly and with exact fractions. It shares nothing with the
// service.

export type Line = {
  readonly product: string
  readonly tags: readonly string[]
  readonly quantity: bigint
  readonly unit: bigint
  readonly weight: bigint
  readonly taxed: boolean
}

export type Discount = {
  readonly id: string
  readonly code: string | null
  readonly kind: 'percentage' | 'fixed' | 'free_delivery'
  /** Ten-thousandths of a percent, or minor units. */
  readonly value: bigint
  readonly max: bigint | null
  readonly products: readonly string[] | null
  readonly tags: readonly string[] | null
  readonly minSubtotal: bigint | null
  readonly minQuantity: bigint | null
  readonly combines: boolean
}

export type Method = {
  readonly id: string
  readonly countries: readonly string[]
  readonly price: bigint
  readonly freeFrom: bigint | null
  readonly min: bigint | null
  readonly max: bigint | null
  readonly maxWeight: bigint | null
  readonly perKg: bigint | null
  readonly codFee: bigint | null
  readonly payments: readonly string[]
}

export type Tax = {
  /** Ten-thousandths of a percent, by country; '' is the default. */
  readonly rates: Readonly<Record<string, bigint>>
  readonly included: boolean
  readonly onDelivery: boolean
}

export type Cart = {
  readonly lines: readonly Line[]
  /** Oldest first. */
  readonly discounts: readonly Discount[]
  readonly methods: readonly Method[]
  readonly tax: Tax | null
  readonly country: string
  readonly payment: string
  readonly code: string | null
  /** What the merchant states that delivery costs. */
  readonly shipping?: bigint | null
}

const sum = (numbers: readonly bigint[]) => numbers.reduce((total, number) => total + number, 0n)
const times = (line: Line) => line.quantity * line.unit
const least = (one: bigint, other: bigint | null) => (other !== null && other < one ? other : one)

/** Rounds a fraction half up. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator
  return (numerator - whole * denominator) * 2n >= denominator ? whole + 1n : whole
}

const isFor = ({ products, tags }: Discount, line: Line) =>
  (products === null && tags === null) ||
  (products?.includes(line.product) ?? false) ||
  (tags?.some((tag) => line.tags.includes(tag)) ?? false)

function applies(discount: Discount, lines: readonly Line[]): boolean {
  const goods = lines.filter((line) => isFor(discount, line))
  return (
    goods.length > 0 &&
    (discount.minSubtotal === null || sum(goods.map(times)) >= discount.minSubtotal) &&
    (discount.minQuantity === null || sum(goods.map(({ quantity }) => quantity)) >= discount.minQuantity)
  )
}

function worth(discount: Discount, base: bigint): bigint {
  if (discount.kind === 'percentage') return least(rounded(base * discount.value, 1_000_000n), discount.max)
  return discount.kind === 'fixed' ? least(discount.value, base) : 0n
}

/** What each line costs after a discount. Hands the units that rounding left over to one line after the other. */
function after(discount: Discount, lines: readonly Line[], left: readonly bigint[]): bigint[] {
  const bases = left.map((amount, at) => (lines[at] && isFor(discount, lines[at]) ? amount : 0n))
  const base = sum(bases)
  const amount = worth(discount, base)
  if (amount === 0n) return [...left]
  const shares = bases.map((part) => (amount * part) / base)
  const given = new Set<number>()
  while (sum(shares) < amount) {
    let best = -1
    for (const [at, part] of bases.entries())
      if (!given.has(at) && (best < 0 || (amount * part) % base > (amount * (bases[best] ?? 0n)) % base)) best = at
    given.add(best)
    shares[best] = (shares[best] ?? 0n) + 1n
  }
  return left.map((part, at) => part - (shares[at] ?? 0n))
}

type Offer = { readonly id: string; readonly amount: bigint; readonly codFee: bigint }

function offers({ methods, lines, country, payment }: Cart, subtotal: bigint, isFree: boolean): Offer[] {
  const grams = sum(lines.map(({ weight, quantity }) => weight * quantity))
  return methods
    .filter(
      ({ countries, maxWeight, min, max, payments }) =>
        (countries.length === 0 || countries.includes(country)) &&
        (maxWeight === null || grams <= maxWeight) &&
        (min === null || subtotal >= min) &&
        (max === null || subtotal <= max) &&
        (payments.length === 0 || payments.includes(payment)),
    )
    .map(({ id, price, freeFrom, perKg, codFee }) => ({
      id,
      amount:
        isFree || (freeFrom !== null && subtotal >= freeFrom) ? 0n : price + (perKg ?? 0n) * ((grams + 999n) / 1000n),
      codFee: payment === 'cod' ? (codFee ?? 0n) : 0n,
    }))
}

type Priced = ReturnType<typeof priceWith>

/** More than any if nothing is on offer. */
const costs = (price: Priced): bigint => price?.total ?? 10n ** 18n

/** The first of those with the lowest total. */
const cheapest = <Choice extends { readonly price: Priced }>(choices: readonly Choice[]): Choice =>
  choices.reduce((best, one) => (costs(one.price) < costs(best.price) ? one : best))

/**
 * Null: no method is on offer, although the store has some. The automatic discount is the one with which the order costs least, if it does
 * not make it dearer. A code comes after it if both combine, or replaces it if the order then costs no more.
 */
export function priceOf(cart: Cart) {
  const { lines, discounts } = cart
  const [first] = offers(cart, sum(lines.map(times)), false)
  const value = (discount: Discount) =>
    discount.kind === 'free_delivery'
      ? // A price that the merchant states does not become less.
        (cart.shipping ?? null) === null
        ? (first?.amount ?? 0n)
        : 0n
      : worth(discount, sum(lines.filter((line) => isFor(discount, line)).map(times)))
  const priced = (used: readonly Discount[]) => ({ used, price: priceWith(cart, used) })
  const automatic = discounts.filter((one) => one.code === null && applies(one, lines) && value(one) > 0n)
  const without = cheapest([...automatic.map((one) => priced([one])), priced([])])
  const coded = discounts.find(({ code }) => code !== null && code === cart.code)
  if (!coded || !applies(coded, lines)) return without.price
  const [best] = without.used
  const both = best?.combines && coded.combines ? [priced([best, coded])] : []
  return cheapest([...both, priced([coded]), without]).price
}

/** With these discounts, one after the other. */
function priceWith(cart: Cart, used: readonly Discount[]) {
  const { lines, tax } = cart
  const amounts = lines.map(times)
  const subtotal = sum(amounts)
  let left = amounts
  const taken: bigint[] = []
  for (const discount of used) {
    const next = after(discount, lines, left)
    taken.push(sum(left) - sum(next))
    left = next
  }
  const goods = sum(left)
  const offered = offers(
    cart,
    goods,
    used.some(({ kind }) => kind === 'free_delivery'),
  )
  const [delivery] = offered
  if (!delivery && cart.methods.length > 0) return null
  const shipping = cart.shipping ?? (delivery ? delivery.amount + delivery.codFee : 0n)

  const rate = tax ? (tax.rates[cart.country] ?? tax.rates[''] ?? 0n) : 0n
  const taxOf = (amount: bigint) => rounded(amount * rate, 1_000_000n + (tax?.included ? rate : 0n))
  const taxes = left.map((amount, at) => (lines[at]?.taxed ? taxOf(amount) : 0n))
  const deliveryTax = tax?.onDelivery ? taxOf(shipping) : 0n
  const allTax = sum(taxes) + deliveryTax
  return {
    subtotal,
    discount: subtotal - goods,
    shipping,
    tax: allTax,
    total: goods + shipping + (tax && !tax.included ? allTax : 0n),
    delivery,
    deliveryTax,
    methods: offered.map(({ id }) => id),
    discounts: used.map(({ id }, at) => ({ id, amount: taken[at] ?? 0n })),
    lines: amounts.map((amount, at) => ({
      amount,
      discount: amount - (left[at] ?? 0n),
      tax: taxes[at] ?? 0n,
    })),
  }
}
