// What the books of an order should say, computed with whole minor units and without the service.

export type Rules = {
  readonly currency: string
  readonly decimals: number
  /** Whether prices include the tax. */
  readonly included: boolean
  readonly onDelivery: boolean
  /** Ten-thousandths of a percent, by country; '' is the default. */
  readonly rates: Readonly<Record<string, number>>
}

export type StatedPart = 'total' | 'discount' | 'shipping' | 'tax'

export type Entry = {
  readonly kind: 'payment' | 'refund'
  readonly amount: number
  /** The customer will pay what was refunded another way. */
  readonly isDueAgain?: boolean
}

/** An order in the test's own books. Amounts are in minor units. */
export type Account = {
  readonly id: string
  /** What the merchant stated and the service keeps. */
  readonly stated: readonly StatedPart[]
  readonly entries: readonly Entry[]
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Throws if the amount has more decimals than the currency. */
export function minorOf(major: number, decimals: number): number {
  const minor = Math.round(major * 10 ** decimals)
  if (minor / 10 ** decimals !== major) throw new Error(`${major} has more than ${decimals} decimals`)
  return minor
}

export const rateOf = ({ rates }: Rules, country: string | null): number =>
  (country === null ? undefined : rates[country]) ?? rates[''] ?? 0

/** The tax on an amount, rounded half up. */
export function taxOn(rules: Rules, country: string | null, amount: number): number {
  const rate = BigInt(rateOf(rules, country))
  const whole = 1_000_000n + (rules.included ? rate : 0n)
  return Number((2n * BigInt(amount) * rate + whole) / (2n * whole))
}

/** A part of a number, at least 1 of it unless it is 0. */
export const shareOf = (whole: number, permille: number): number =>
  whole === 0 ? 0 : Math.max(1, Math.floor((whole * permille) / 1000))

const totalOf = (account: Account, isMeant: (entry: Entry) => boolean): number =>
  sum(account.entries.filter(isMeant).map(({ amount }) => amount))

export const paidOn = (account: Account): number => totalOf(account, ({ kind }) => kind === 'payment')

export const refundedOn = (account: Account): number => totalOf(account, ({ kind }) => kind === 'refund')

/** What was paid and can still be refunded. */
export const keptOn = (account: Account): number => paidOn(account) - refundedOn(account)

export const dueAgainOn = (account: Account): number => totalOf(account, ({ isDueAgain = false }) => isDueAgain)

/** What an order says of itself that decides about its money. */
export type Facts = { readonly total: number; readonly cameBack: number; readonly isCancelled: boolean }

/** A payment that was refunded and is due again counts as if it had not come. */
const countedOn = (account: Account) => {
  const again = dueAgainOn(account)
  return { paid: paidOn(account) - again, refunded: refundedOn(account) - again }
}

export const dueOn = (account: Account, { total, cameBack, isCancelled }: Facts): number =>
  isCancelled ? 0 : Math.max(0, total - cameBack - countedOn(account).paid)

export function overpaidOn(account: Account, { total, cameBack }: Facts): number {
  const { paid, refunded } = countedOn(account)
  return Math.max(0, paid - refunded - (total - cameBack))
}

/** How much of the total was refunded: an overpayment is refunded first. */
export function refundedOfTotal(account: Account, { total }: Pick<Facts, 'total'>): number {
  const { paid, refunded } = countedOn(account)
  return Math.max(0, refunded - Math.max(0, paid - total))
}

export function suggestedOn(account: Account, facts: Facts): number {
  const { paid, refunded } = countedOn(account)
  const { total, cameBack } = facts
  return Math.max(0, Math.min(cameBack - refundedOfTotal(account, facts), paid - refunded - (total - cameBack)))
}

export const booked = (account: Account, entry: Entry): Account => ({
  ...account,
  entries: [...account.entries, entry],
})

/** Without one payment of this amount, which was recorded by mistake. */
export function voided(account: Account, amount: number): Account {
  const at = account.entries.findIndex((entry) => entry.kind === 'payment' && entry.amount === amount)
  return { ...account, entries: account.entries.toSpliced(at, 1) }
}

/** docs/orders.md, Payments. A cancelled order says what was paid and refunded, whatever was due again. */
export function paymentStatusOf(account: Account, facts: Facts): string {
  const { total, isCancelled } = facts
  const { paid, refunded } = isCancelled ? { paid: paidOn(account), refunded: refundedOn(account) } : countedOn(account)
  if (refunded > 0 && refunded >= paid) return 'refunded'
  if (refunded > Math.max(0, paid - total)) return 'partially_refunded'
  if (isCancelled) return paid === 0 ? 'unpaid' : paid >= total ? 'paid' : 'partially_paid'
  if (dueOn(account, facts) === 0 && (paid > 0 || total === 0)) return 'paid'
  return paid > 0 ? 'partially_paid' : 'unpaid'
}

type Changed = { readonly discount_code?: string | null; readonly delivery_method_id?: string | null }

const isSet = (value: unknown) => value !== undefined && value !== null

/** docs/checkout.md: a chosen method or code replaces the amount that was sent for it, and has a total that was sent calculated. */
export function statedAfter(stated: readonly StatedPart[], changed: Changed): readonly StatedPart[] {
  const replaced = new Set<StatedPart>()
  if (isSet(changed.discount_code)) replaced.add('discount')
  if (isSet(changed.delivery_method_id)) replaced.add('shipping')
  if (replaced.size === 0) return stated
  return stated.filter((part) => part !== 'total' && !replaced.has(part))
}
