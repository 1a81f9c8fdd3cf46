import type { Role } from './model/order.ts'

/**
 * Every state of an order of three units at 10, how to reach it, and the actions it allows. This is the table of
 * docs/orders.md, by state. Also: `confirm` takes a confirmed order off hold, `cancel` is possible once every shipped
 * unit came back, and after a partial return the rest can still be shipped or delivered. While something is due, goods that were not
 * delivered can only be refused.
 */
export type Standing = {
  readonly name: string
  /** Actions that lead to the state. A number is the quantity or amount. */
  readonly steps: string
  readonly status: string
  readonly fulfillment: string
  readonly held?: true
  /** Actions allowed to staff. */
  readonly staff: string
  /** Additional actions allowed to owners and admins. */
  readonly managers?: string
  /** Actions already applied: they succeed and change nothing. */
  readonly done?: string
  /** Whether a payment is left to refund. */
  readonly paid?: boolean
}

const standings: readonly Standing[] = [
  {
    name: 'new',
    steps: '',
    status: 'pending',
    fulfillment: 'unfulfilled',
    staff: 'confirm hold payments cancel notes',
  },
  {
    name: 'on hold',
    steps: 'hold',
    status: 'pending',
    fulfillment: 'unfulfilled',
    held: true,
    staff: 'confirm hold payments cancel notes',
  },
  {
    name: 'confirmed',
    steps: 'confirm',
    status: 'confirmed',
    fulfillment: 'unfulfilled',
    staff: 'hold prepare ship payments notes',
    managers: 'cancel',
    done: 'confirm',
  },
  {
    name: 'confirmed and on hold',
    steps: 'confirm hold',
    status: 'confirmed',
    fulfillment: 'unfulfilled',
    held: true,
    staff: 'confirm hold payments notes',
    managers: 'cancel',
  },
  {
    name: 'being prepared',
    steps: 'confirm prepare',
    status: 'confirmed',
    fulfillment: 'preparing',
    staff: 'hold ship payments notes',
    managers: 'cancel',
    done: 'confirm prepare',
  },
  {
    name: 'being prepared and on hold',
    steps: 'confirm prepare hold',
    status: 'confirmed',
    fulfillment: 'preparing',
    held: true,
    staff: 'confirm hold payments notes',
    managers: 'cancel',
  },
  {
    name: 'partially shipped',
    steps: 'confirm ship:1',
    status: 'confirmed',
    fulfillment: 'partially_shipped',
    staff: 'ship payments refuse notes',
    done: 'confirm',
  },
  {
    name: 'shipped',
    steps: 'confirm prepare ship',
    status: 'confirmed',
    fulfillment: 'shipped',
    staff: 'deliver payments refuse notes',
    done: 'confirm ship',
  },
  {
    name: 'delivered',
    steps: 'confirm ship deliver',
    status: 'confirmed',
    fulfillment: 'delivered',
    staff: 'payments return notes',
    managers: 'complete',
    done: 'confirm ship deliver',
  },
  {
    name: 'completed',
    steps: 'confirm ship deliver complete',
    status: 'completed',
    fulfillment: 'delivered',
    staff: 'payments return notes',
    done: 'ship deliver complete',
  },
  {
    name: 'partially shipped, and all of that refused',
    steps: 'confirm ship:1 refuse',
    status: 'confirmed',
    fulfillment: 'partially_returned',
    staff: 'ship payments notes',
    managers: 'cancel',
    done: 'confirm',
  },
  {
    name: 'partially shipped, and some of that refused',
    steps: 'confirm ship:2 refuse:1',
    status: 'confirmed',
    fulfillment: 'partially_returned',
    staff: 'ship payments refuse notes',
    done: 'confirm',
  },
  {
    name: 'shipped, and partially refused',
    steps: 'confirm ship refuse:1',
    status: 'confirmed',
    fulfillment: 'partially_returned',
    staff: 'deliver payments refuse notes',
    done: 'confirm',
  },
  {
    name: 'delivered, and partially returned',
    steps: 'confirm ship deliver return:1',
    status: 'confirmed',
    fulfillment: 'partially_returned',
    staff: 'payments return notes',
    managers: 'complete',
    done: 'confirm deliver',
  },
  {
    name: 'delivered, and returned',
    steps: 'confirm ship deliver return',
    status: 'confirmed',
    fulfillment: 'returned',
    staff: 'notes',
    managers: 'complete cancel',
    done: 'confirm deliver',
  },
  {
    name: 'completed, and partially returned',
    steps: 'confirm ship deliver complete return:1',
    status: 'completed',
    fulfillment: 'partially_returned',
    staff: 'payments return notes',
    done: 'deliver complete',
  },
  {
    name: 'completed, and returned',
    steps: 'confirm ship deliver complete return',
    status: 'completed',
    fulfillment: 'returned',
    staff: 'notes',
    done: 'deliver complete',
  },
]

/** Cancelled without payments, or after all payments were refunded. */
const cancelled: readonly Standing[] = [
  { name: 'cancelled when new', steps: 'cancel', fulfillment: 'unfulfilled' },
  { name: 'cancelled when on hold', steps: 'hold cancel', fulfillment: 'unfulfilled' },
  { name: 'cancelled when confirmed', steps: 'confirm cancel', fulfillment: 'unfulfilled' },
  { name: 'cancelled when confirmed and on hold', steps: 'confirm hold cancel', fulfillment: 'unfulfilled' },
  { name: 'cancelled when being prepared', steps: 'confirm prepare cancel', fulfillment: 'preparing' },
  { name: 'refused', steps: 'confirm ship refuse', fulfillment: 'returned' },
  {
    name: 'cancelled after a return',
    steps: 'confirm ship deliver return cancel',
    fulfillment: 'returned',
    done: 'cancel deliver',
  },
  {
    name: 'cancelled after a partial return',
    steps: 'pay:30 refund:30 confirm ship:1 return:1 cancel',
    fulfillment: 'partially_returned',
  },
  {
    name: 'cancelled after a return before delivery',
    steps: 'pay:30 refund:30 confirm ship return cancel',
    fulfillment: 'returned',
  },
  {
    name: 'refused after a partial return',
    steps: 'pay:30 refund:30 confirm ship return:1 refuse',
    fulfillment: 'returned',
  },
].map((standing) => ({ done: 'cancel', ...standing, status: 'cancelled', staff: 'notes' }))

const wordsIn = (words: string | undefined) => (words ?? '').split(' ').filter((word) => word !== '')

/** The same state with a partial payment, which can be refunded, and must be before the order is cancelled. */
const withMoney = ({ name, steps, staff, managers, ...rest }: Standing): Standing => ({
  ...rest,
  name: `${name}, partially paid`,
  steps: `pay:5 ${steps}`,
  staff: without(staff, 'cancel'),
  managers: `refunds ${without(managers, 'cancel')}`,
  paid: true,
})

const without = (words: string | undefined, word: string) =>
  wordsIn(words)
    .filter((other) => other !== word)
    .join(' ')

/** The same state of an order whose payment was refunded, and is due again. */
const paidAnotherWay = ({ name, steps, ...rest }: Standing): Standing => ({
  ...rest,
  name: `${name}, refunded and due again`,
  steps: `pay:30 again:30 ${steps}`,
})

/** The same state of an undelivered order whose payment was refunded: nothing is due, so what was sent can be returned as well. */
const withoutDue = ({ name, steps, staff, ...rest }: Standing): Standing => ({
  ...rest,
  name: `${name}, fully refunded`,
  steps: `pay:30 refund:30 ${steps}`,
  staff: without(staff, 'payments') + (wordsIn(staff).includes('refuse') ? ' return' : ''),
})

const refunded: readonly Standing[] = [
  ...standings.filter(({ steps }) => !wordsIn(steps).includes('deliver')).map(withoutDue),
  ...[
    {
      name: 'partially shipped, and all of that returned',
      steps: 'ship:1 return:1',
      staff: 'ship notes',
      managers: 'cancel',
    },
    {
      name: 'partially shipped, and some of that returned',
      steps: 'ship:2 return:1',
      staff: 'ship return refuse notes',
    },
    { name: 'shipped, and partially returned', steps: 'ship return:1', staff: 'deliver return refuse notes' },
    { name: 'shipped after a partial return', steps: 'ship:1 return:1 ship', staff: 'deliver return refuse notes' },
    {
      name: 'shipped, and returned',
      steps: 'ship return',
      staff: 'notes',
      managers: 'cancel',
      fulfillment: 'returned',
    },
  ].map(({ name, steps, ...rest }) => ({
    status: 'confirmed',
    fulfillment: 'partially_returned',
    done: 'confirm',
    ...rest,
    name: `${name}, fully refunded`,
    steps: `pay:30 refund:30 confirm ${steps}`,
  })),
  {
    name: 'completed by delivery, fully refunded',
    steps: 'pay:30 refund:30 confirm ship deliver',
    status: 'completed',
    fulfillment: 'delivered',
    staff: 'return notes',
    done: 'ship deliver complete',
  },
]

/** An order paid in full is completed on delivery, even after a partial refund. */
const paidInFull: readonly Standing[] = [
  { name: 'completed by delivery', steps: 'pay:30 confirm ship deliver', fulfillment: 'delivered' },
  { name: 'completed by payment', steps: 'confirm ship deliver pay:30', fulfillment: 'delivered' },
  {
    name: 'completed by delivery after a partial refund',
    steps: 'pay:30 confirm ship refund:5 deliver',
    fulfillment: 'delivered',
  },
  {
    name: 'completed by delivery after a partial return',
    steps: 'pay:30 confirm ship return:1 refund:10 deliver',
    fulfillment: 'partially_returned',
  },
  {
    name: 'completed, then returned and partially refunded',
    steps: 'pay:30 confirm ship deliver return refund:5',
    fulfillment: 'returned',
    staff: 'notes',
  },
].map((standing) => ({
  staff: 'return notes',
  ...standing,
  status: 'completed',
  managers: 'refunds',
  done: standing.fulfillment === 'delivered' ? 'ship deliver complete' : 'deliver complete',
  paid: true,
}))

const refused: Standing = {
  name: 'refused, and partially paid',
  steps: 'pay:5 confirm ship refuse',
  status: 'cancelled',
  fulfillment: 'returned',
  staff: 'notes',
  managers: 'refunds',
  done: 'cancel',
  paid: true,
}

export const allStandings: readonly Standing[] = [
  ...standings,
  ...standings.map(withMoney),
  ...standings.map(paidAnotherWay),
  ...refunded,
  ...cancelled,
  ...paidInFull,
  refused,
]

/** The actions that the role may take in the state, and those that are already applied. */
export const rightsIn = (standing: Standing, role: Role) => {
  const managing = role === 'owner' || role === 'admin'
  return {
    may: role === 'viewer' ? [] : [...wordsIn(standing.staff), ...(managing ? wordsIn(standing.managers) : [])],
    done: role === 'viewer' ? [] : wordsIn(standing.done),
  }
}

/** Actions that only owners and admins may take. */
export const forManagers: readonly string[] = ['refunds', 'complete']

/** Whether the role, a payment or the state prevents `cancel`. */
export const cancelIn = ({ managers, paid, name }: Standing): 'role' | 'payment' | 'state' => {
  if (wordsIn(managers).includes('cancel')) return 'role'
  const unpaid = standings.find((standing) => name === `${standing.name}, partially paid`)
  const cancellable = unpaid && [...wordsIn(unpaid.staff), ...wordsIn(unpaid.managers)].includes('cancel')
  return paid && cancellable ? 'payment' : 'state'
}

export const stepsOf = ({ steps }: Standing) =>
  wordsIn(steps).map((step) => {
    const [action = '', amount] = step.split(':')
    return { action, amount: amount === undefined ? undefined : Number(amount) }
  })
