import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { customers } from '../../../src/platform/db/schema/customers.ts'
import { events } from '../../../src/platform/db/schema/events.ts'
import { storeInvitations } from '../../../src/platform/db/schema/invitations.ts'
import { orderPayments, orderReturns, shipments } from '../../../src/platform/db/schema/order-actions.ts'
import { orders } from '../../../src/platform/db/schema/orders.ts'
import { channels, conversations } from '../../../src/platform/db/schema/inbox.ts'
import { messages } from '../../../src/platform/db/schema/inbox-messages.ts'
import { inventory, inventoryMovements } from '../../../src/platform/db/schema/inventory.ts'
import { products, productVariants } from '../../../src/platform/db/schema/products.ts'
import { storeCounters, stores } from '../../../src/platform/db/schema/stores.ts'
import { planCatalogue } from './catalogue.ts'
import { loadCheckout } from './load-checkout.ts'
import { checkoutPlans } from './checkout-plans.ts'
import { planCustomers } from './customers.ts'
import { planFacts } from './order-facts.ts'
import { planInbox } from './inbox.ts'
import { type PlannedOrder, planOrders } from './orders.ts'
import { createRandom } from './random.ts'
import { planStock } from './stock.ts'
import { loadStorefront } from './storefronts.ts'
import type { StorePlan } from './stores.ts'

const day = 86_400_000

/** Loads a store with history. `owner` did everything that shoppers did not do. */
export async function loadStore(
  db: Pick<NodePgDatabase, 'insert' | 'execute'>,
  plan: StorePlan,
  now: Date,
  owner: { issuer: string; subject: string },
  recent: number,
) {
  const random = createRandom(plan.seed)
  const openedAt = new Date(now.getTime() - 120 * day)
  const storeId = random.id(openedAt)
  const { slug, name, currency, exponent, timezone, locale, country, contact } = plan
  const catalogue = planCatalogue(plan, storeId, random, openedAt)
  const people = planCustomers(plan, storeId, random, openedAt, 56)
  const forSale = new Set(catalogue.products.filter(({ status }) => status !== 'draft').map(({ id }) => id))
  const sold = catalogue.variants.filter(({ productId }) => forSale.has(productId))
  const planned = planOrders({ plan, storeId, random, now, variants: sold, customers: people, count: 220, recent })
  const { stock, movements } = planStock(storeId, random, catalogue.variants, planned, now)
  const facts = planned.map((order) => planFacts(order, random))
  const inbox = planInbox(plan, storeId, random, openedAt, now, people)
  const actor = sql<string>`app.user_id(${owner.issuer}, ${owner.subject})`
  const byOwner = { actorKind: 'user' as const, actorId: actor }

  await db.insert(stores).values({
    id: storeId,
    slug,
    name,
    currency,
    currencyExponent: exponent,
    timezone,
    locale,
    country,
    contactEmail: contact.email,
    contactPhone: contact.phone,
    contactAddress: contact.address,
    tax: checkoutPlans[slug].tax,
    createdBy: actor,
    createdAt: openedAt,
    updatedAt: openedAt,
  })
  await db.insert(storeCounters).values({ storeId, lastOrderNumber: 1000 + planned.length })
  await db.insert(products).values(catalogue.products)
  await db.insert(productVariants).values(catalogue.variants)
  await db.insert(inventory).values(stock)
  await db.insert(inventoryMovements).values(movements.map((movement) => ({ ...movement, ...byOwner })))
  await db.insert(customers).values(people.map((person) => ({ ...person, ...countersOf(person.id, planned) })))
  await db.insert(orders).values(planned.map(({ order }) => order))
  await db.execute(sql`update orders as o
    set lines = s.lines, came_back_minor = s.came_back_minor, payment_status = s.payment_status, paid_at = s.paid_at
    from orders as k cross join lateral app.with_state(k, k.updated_at) as s
    where k.store_id = ${storeId} and o.store_id = k.store_id and o.id = k.id`)
  await db
    .insert(orderPayments)
    .values(facts.flatMap(({ payments }) => payments.map((one) => ({ ...one, ...byOwner }))))
  await db.insert(shipments).values(facts.flatMap((of) => of.shipments))
  await db.insert(orderReturns).values(facts.flatMap(({ returns }) => returns))
  await db.insert(events).values(facts.flatMap((of) => of.events.map((event) => ({ ...event, ...byOwner }))))
  await db.execute(sql`select dev.rebuild_sales(${storeId})`)
  await db.insert(storeInvitations).values(
    plan.invited.map(({ email, role, daysLeft }) => {
      const createdAt = new Date(now.getTime() - (7 - daysLeft) * day)
      const expiresAt = new Date(now.getTime() + daysLeft * day)
      return {
        ...random.row(storeId, createdAt),
        email,
        role,
        invitedBy: actor,
        expiresAt,
      }
    }),
  )
  await loadStorefront(db, { slug, storeId, random, openedAt })
  await db.insert(channels).values(inbox.channels)
  await db.insert(conversations).values(
    // Every fourth conversation is assigned.
    inbox.conversations.map((each, nth) => ({ ...each, ...(nth % 4 === 0 && { assigneeId: actor }) })),
  )
  await db
    .insert(messages)
    .values(inbox.messages.map((each) => ({ ...each, ...(each.kind !== 'message' && { authorId: actor }) })))
  await db.insert(events).values([
    {
      storeId,
      id: random.id(openedAt),
      type: 'store.created',
      subjectId: storeId,
      actorKind: 'user',
      actorId: actor,
      createdAt: openedAt,
    },
    ...planned.map(({ order: { id, number, totalMinor, source, createdAt } }) => ({
      storeId,
      id: random.id(createdAt),
      type: 'order.created',
      subjectId: id,
      actorKind: source === 'storefront' ? ('system' as const) : ('user' as const),
      actorId: source === 'storefront' ? null : actor,
      data: { number, total_minor: totalMinor, source },
      createdAt,
    })),
  ])
  await loadCheckout(db, { plan: checkoutPlans[slug], storeId, random, openedAt })
}

function countersOf(customerId: string, planned: PlannedOrder[]) {
  const placed = planned.map(({ order }) => order).filter((order) => order.customerId === customerId)
  const own = placed.filter(({ status }) => status !== 'cancelled')
  const sum = (orders: typeof own, of: (order: (typeof own)[number]) => number) =>
    BigInt(orders.reduce((total, order) => total + of(order), 0))
  return {
    ordersCount: own.length,
    totalSpentMinor: sum(own, (order) => order.totalMinor - (order.refundedMinor ?? 0)),
    totalPaidMinor: sum(placed, (order) => (order.paidMinor ?? 0) - (order.refundedMinor ?? 0)),
    lastOrderAt: own.at(-1)?.createdAt ?? null,
  }
}
