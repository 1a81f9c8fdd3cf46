/**
 * Where an order of three pieces at 10 can stand, how it gets there, and what may be done with it there: the table of
 * docs/orders.md, looked at from the state and written out. Besides: a confirmed order that was put on
 * hold is taken off it by `confirm`; `cancel` goes where everything that was shipped has come back; `ship` and
 * `deliver` go on after a part came back, where something is left to ship, or nothing but the delivery.
 */
export type Standing = {
  readonly name: string
  readonly way: string
  readonly status: string
  readonly fulfillment: string
  readonly held?: true
  /** Everybody who works on orders may. */
  readonly staff: string
  /** Owner and admin may besides. */
  readonly managers?: string
  /** Applied already: answered as done, and nothing changes. */
  readonly done?: string
  /** Only what was paid in between, and not given back, tells these apart. */
  readonly paid?: boolean
}

const standings: readonly Standing[] = [
  { name: 'new', way: '', status: 'pending', fulfillment: 'unfulfilled', staff: 'confirm hold payments cancel notes' },
  {
    name: 'waiting for the customer',
    way: 'hold',
    status: 'pending',
    fulfillment: 'unfulfilled',
    held: true,
    staff: 'confirm hold payments cancel notes',
  },
  {
    name: 'confirmed',
    way: 'confirm',
    status: 'confirmed',
    fulfillment: 'unfulfilled',
    staff: 'hold prepare ship payments notes',
    managers: 'cancel',
    done: 'confirm',
  },
  {
    name: 'confirmed and waiting',
    way: 'confirm hold',
    status: 'confirmed',
    fulfillment: 'unfulfilled',
    held: true,
    staff: 'confirm hold payments notes',
    managers: 'cancel',
  },
  {
    name: 'being packed',
    way: 'confirm prepare',
    status: 'confirmed',
    fulfillment: 'preparing',
    staff: 'ship payments notes',
    managers: 'cancel',
    done: 'confirm prepare',
  },
  {
    name: 'sent in part',
    way: 'confirm ship:1',
    status: 'confirmed',
    fulfillment: 'partially_shipped',
    staff: 'ship payments return notes',
    done: 'confirm',
  },
  {
    name: 'sent',
    way: 'confirm prepare ship',
    status: 'confirmed',
    fulfillment: 'shipped',
    staff: 'deliver payments return notes',
    done: 'confirm ship',
  },
  {
    name: 'delivered',
    way: 'confirm ship deliver',
    status: 'confirmed',
    fulfillment: 'delivered',
    staff: 'payments return notes',
    managers: 'complete',
    done: 'confirm deliver',
  },
  {
    name: 'completed',
    way: 'confirm ship deliver complete',
    status: 'completed',
    fulfillment: 'delivered',
    staff: 'payments return notes',
    done: 'deliver complete',
  },
  {
    name: 'sent in part, and that came back',
    way: 'confirm ship:1 return:1',
    status: 'confirmed',
    fulfillment: 'partially_returned',
    staff: 'ship payments notes',
    managers: 'cancel',
    done: 'confirm',
  },
  {
    name: 'sent in part, some of which came back',
    way: 'confirm ship:2 return:1',
    status: 'confirmed',
    fulfillment: 'partially_returned',
    staff: 'ship payments return notes',
    done: 'confirm',
  },
  {
    name: 'sent, and a part came back on the way',
    way: 'confirm ship return:1',
    status: 'confirmed',
    fulfillment: 'partially_returned',
    staff: 'deliver payments return notes',
    done: 'confirm',
  },
  {
    name: 'sent anew after a part came back',
    way: 'confirm ship:1 return:1 ship',
    status: 'confirmed',
    fulfillment: 'partially_returned',
    staff: 'deliver payments return notes',
    done: 'confirm',
  },
  {
    name: 'delivered, and a part came back',
    way: 'confirm ship deliver return:1',
    status: 'confirmed',
    fulfillment: 'partially_returned',
    staff: 'payments return notes',
    managers: 'complete',
    done: 'confirm deliver',
  },
  {
    name: 'never delivered, all came back',
    way: 'confirm ship return',
    status: 'confirmed',
    fulfillment: 'returned',
    staff: 'payments notes',
    managers: 'cancel',
    done: 'confirm',
  },
  {
    name: 'delivered, and all came back',
    way: 'confirm ship deliver return',
    status: 'confirmed',
    fulfillment: 'returned',
    staff: 'payments notes',
    managers: 'complete cancel',
    done: 'confirm deliver',
  },
  {
    name: 'completed, and a part came back',
    way: 'confirm ship deliver complete return:1',
    status: 'completed',
    fulfillment: 'partially_returned',
    staff: 'payments return notes',
    done: 'deliver complete',
  },
  {
    name: 'completed, and all came back',
    way: 'confirm ship deliver complete return',
    status: 'completed',
    fulfillment: 'returned',
    staff: 'payments notes',
    done: 'deliver complete',
  },
]

/** Ends that are reached without money, or after all of it was given back. */
const cancelled: readonly Standing[] = [
  { name: 'cancelled when new', way: 'cancel', fulfillment: 'unfulfilled' },
  { name: 'cancelled while waiting', way: 'hold cancel', fulfillment: 'unfulfilled' },
  { name: 'cancelled when confirmed', way: 'confirm cancel', fulfillment: 'unfulfilled' },
  { name: 'cancelled when confirmed and waiting', way: 'confirm hold cancel', fulfillment: 'unfulfilled' },
  { name: 'cancelled when packed', way: 'confirm prepare cancel', fulfillment: 'preparing' },
  {
    name: 'cancelled after a part came back',
    way: 'confirm ship:1 return:1 cancel',
    fulfillment: 'partially_returned',
  },
  { name: 'cancelled after it came back undelivered', way: 'confirm ship return cancel', fulfillment: 'returned' },
  {
    name: 'cancelled after it came back',
    way: 'confirm ship deliver return cancel',
    fulfillment: 'returned',
    done: 'cancel deliver',
  },
].map((standing) => ({ done: 'cancel', ...standing, status: 'cancelled', staff: 'notes' }))

const twoWords = (words: string | undefined) => (words ?? '').split(' ').filter((word) => word !== '')

/** With some of it paid: the money can be given back, and has to be before the order is cancelled. */
const withMoney = ({ name, way, staff, managers, ...rest }: Standing): Standing => ({
  ...rest,
  name: `${name}, and paid in part`,
  way: `pay:5 ${way}`,
  staff: without(staff, 'cancel'),
  managers: `refunds ${without(managers, 'cancel')}`,
  paid: true,
})

const without = (words: string | undefined, word: string) =>
  twoWords(words)
    .filter((one) => one !== word)
    .join(' ')

const given = (standing: Standing, money: string): Standing => ({
  ...standing,
  name: `${standing.name}, with all that was paid given back`,
  way: `${money} ${standing.way}`,
})

/** Paid in full, an order completes itself on delivery, whatever part of it was given back before. */
const paidInFull: readonly Standing[] = [
  { name: 'completed by delivery', way: 'pay:30 confirm ship deliver', fulfillment: 'delivered' },
  { name: 'completed by payment', way: 'confirm ship deliver pay:30', fulfillment: 'delivered' },
  {
    name: 'completed by delivery, less a discount',
    way: 'pay:30 confirm ship refund:5 deliver',
    fulfillment: 'delivered',
  },
  {
    name: 'completed by delivery, with a part back on the way',
    way: 'pay:30 confirm ship return:1 refund:10 deliver',
    fulfillment: 'partially_returned',
  },
  {
    name: 'completed, then sent back and partly refunded',
    way: 'pay:30 confirm ship deliver return refund:5',
    fulfillment: 'returned',
  },
].map(({ name, way, fulfillment }) => ({
  name,
  way,
  fulfillment,
  status: 'completed',
  staff: fulfillment === 'returned' ? 'payments notes' : 'payments return notes',
  managers: 'refunds',
  done: 'deliver complete',
  paid: true,
}))

export const allStandings: readonly Standing[] = [
  ...standings,
  ...standings.map(withMoney),
  ...standings.map((standing) => given(standing, 'pay:30 refund:30')),
  ...cancelled,
  ...cancelled.map((standing) => given(standing, 'pay:5 refund:5')),
  ...paidInFull,
]

/** What somebody of the role may do there, or has only to be told that it is done. */
export const rightsIn = (standing: Standing, role: 'owner' | 'admin' | 'staff' | 'viewer') => {
  const managing = role === 'owner' || role === 'admin'
  return {
    may: role === 'viewer' ? [] : [...twoWords(standing.staff), ...(managing ? twoWords(standing.managers) : [])],
    done: role === 'viewer' ? [] : twoWords(standing.done),
  }
}

/** What only people who manage the store are let in for. */
export const forManagers: readonly string[] = ['refunds', 'complete']

/** Where `cancel` is a matter of who asks, and where of the money. */
export const cancelIn = ({ managers, paid, name }: Standing): 'who' | 'money' | 'state' => {
  if (twoWords(managers).includes('cancel')) return 'who'
  const unpaid = standings.find((standing) => name === `${standing.name}, and paid in part`)
  const cancellable = unpaid && [...twoWords(unpaid.staff), ...twoWords(unpaid.managers)].includes('cancel')
  return paid && cancellable ? 'money' : 'state'
}

export const stepsOf = ({ way }: Standing) =>
  twoWords(way).map((step) => {
    const [action = '', amount] = step.split(':')
    return { action, amount: amount === undefined ? undefined : Number(amount) }
  })
