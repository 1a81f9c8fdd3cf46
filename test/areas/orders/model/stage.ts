import { type CrewName, openCrew, roleOf, type Reply } from '../crew.ts'
import type { Service } from '../../../support/service.ts'
import type { ModelOrder, Role } from './order.ts'
import type { Plan, Supply } from './plan.ts'
import { linesOf, type Outcome, relined } from './rules.ts'
import { setTerms } from './terms.ts'

/** Products with limited stock, untracked stock and backorders. */
const assortment = [
  { title: 'Scarf', variants: [{ on_hand: 60 }] },
  {
    title: 'Shirt',
    variants: [
      { options: { size: 'S' }, on_hand: 40 },
      { options: { size: 'M' }, on_hand: 6 },
    ],
  },
  { title: 'Engraving', variants: [{ tracked: false }] },
  { title: 'Coat', variants: [{ on_hand: 2, allow_backorder: true }] },
]

export type Stock = { readonly onHand: number; readonly reserved: number; readonly limited: boolean }

/** A shop with all roles, products that run out and products that do not, and three customers. */
export async function openStage({ currency, through }: { currency: string; through: Service }) {
  const crew = await openCrew({ currency, through })
  const [products, customers] = await Promise.all([
    Promise.all(assortment.map((product) => crew.addProduct({ price: 10, ...product }))),
    Promise.all(['Amal', 'Basma', 'Chadi'].map((name) => crew.addCustomer({ name, address: '4 Gulf Road' }))),
  ])
  const wares = products.flatMap(({ id, variants }) =>
    variants.map((variant) => ({ productId: id, variantId: variant.id, variant })),
  )
  const supply: Supply = {
    wares: wares.map(({ productId, variantId }) => ({ productId, variantId })),
    customerIds: customers.map(({ id }) => id),
    methodId: await setTerms(crew.store.id),
  }
  const stock = new Map<string, Stock>(
    wares.map(({ variantId, variant }) => [
      variantId,
      { onHand: variant.on_hand, reserved: 0, limited: variant.tracked && !variant.allow_backorder },
    ]),
  )
  return { crew, supply, stock, exponent: currency === 'KWD' ? 3 : 2 }
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** The order that a plan would create, with this id. */
export function created(plan: Extract<Plan, { kind: 'create' }>, id: string): Outcome {
  if (plan.by === 'viewer') return { refused: { status: 403, code: 'forbidden' } }
  const { customerId, lines, amounts, terms } = plan
  const order = {
    ...blank,
    id,
    customerId,
    ...(terms && { payment: terms.payment, terms: { code: terms.code, isDelivered: terms.isDelivered } }),
  }
  return relined(order, linesOf(lines), amounts)
}

const blank: Omit<ModelOrder, 'id' | 'customerId'> = {
  version: 1,
  status: 'pending',
  preparing: false,
  isRefused: false,
  delivered: false,
  hold: null,
  attempts: 0,
  lines: linesOf([]),
  shipments: [],
  subtotal: 0,
  shipping: 0,
  tax: 0,
  discount: 0,
  total: 0,
  paid: 0,
  refunded: 0,
  dueAgain: 0,
  words: { notes: null, tags: [], shippingAddress: '4 Gulf Road' },
  payment: null,
  terms: null,
  statedShipping: null,
}

export const roleIn = ({ by }: { readonly by: CrewName }): Role => roleOf[by]

/** Counts the answers of each kind of request. */
export function tally() {
  const counts = new Map<string, Map<string, number>>()
  return {
    add({ kind, ...plan }: Plan, { status, code, replayed }: Reply) {
      const what = 'terms' in plan && plan.terms ? 'create computed' : kind
      const action = 'ask' in plan ? (kind === 'bulk' ? `bulk ${plan.ask.action}` : plan.ask.action) : what
      const answers = counts.get(action) ?? new Map<string, number>()
      const answer = replayed ? `${status} replayed` : `${status}${code === null ? '' : ` ${code}`}`
      counts.set(action, answers.set(answer, (answers.get(answer) ?? 0) + 1))
    },
    lines: () =>
      [...counts].toSorted(byName).map(([action, answers]) => {
        const reply = [...answers].toSorted(byName).map(([answer, count]) => `${answer}: ${count}`)
        return `${action.padEnd(16)} ${reply.join(', ')}`
      }),
  }
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) => one.localeCompare(other)
