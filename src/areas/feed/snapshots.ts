import { type SQL, sql } from 'drizzle-orm'
import { factsOf, type ActorFacts } from '../../platform/db/actor.ts'
import { inventory } from '../../platform/db/schema/inventory.ts'
import { productVariants } from '../../platform/db/schema/products.ts'
import { dialect, selection, type Selection, typed } from '../../platform/db/selection.ts'
import { collectionColumns, toCollection } from '../collections/collection.ts'
import { customerColumns, toCustomer } from '../customers/customer-row.ts'
import { deliveryMethodColumns, toDeliveryMethod } from '../delivery-methods/delivery-method.ts'
import { discountColumns, toDiscount } from '../discounts/discount.ts'
import { eventCatalogue, eventTypes, isEventType } from '../events/event-catalogue.ts'
import { conversationColumns, toConversation } from '../inbox/conversations/conversation.ts'
import { orderColumns, toOrder } from '../orders/order.ts'
import { productColumns, toProduct } from '../products/product.ts'
import { segmentColumns, toSegment } from '../customers/segments/segment.ts'

/** What an event is about, as it is now, by the name that it has in the body of a webhook. */
export type Snapshot = {
  readonly name:
    | 'order'
    | 'product'
    | 'variant'
    | 'collection'
    | 'delivery_method'
    | 'discount'
    | 'customer'
    | 'segment'
    | 'conversation'
  readonly resource: Readonly<Record<string, unknown>>
  /** Where callers of the service read it. */
  readonly path: string
  /** The decimals of an order's amounts, which are those of its events. */
  readonly exponent?: number
}

type Texts = readonly (string | null)[]

/** What deliveries need besides themselves: rows with some ids. */
type Part<Found> = { readonly query: string; readonly read: (columns: Texts) => Found }

function part<Row, Found>(selected: Selection<Row>, joined: SQL, found: (row: Row) => Found): Part<Found> {
  const wanted = sql`unnest($1::uuid[], $2::uuid[]) as wanted(store_id, id)`
  const query = dialect.sqlToQuery(sql`select wanted.id, ${sql.raw(selected.array)} from ${wanted} ${joined}`).sql
  return { query, read: (columns) => found(selected.toRow(columns)) }
}

/** The row with the wanted id. LIMIT: as in app.found_lines, so that no plan reads all rows of a store instead. */
const same = (table: string, wantedId: SQL = sql`wanted.id`, key = 'id') =>
  sql`join lateral (select * from ${sql.raw(table)} one where one.store_id = wanted.store_id and one.${sql.raw(key)} = ${wantedId} limit 1) as ${sql.raw(table)} on true`

/** What events can be about, with the columns that the areas themselves read. */
const resources: Readonly<Record<string, Part<Snapshot>>> = {
  order: part(selection(orderColumns), same('orders'), (row) => ({
    name: 'order',
    resource: toOrder(row),
    path: `/api/orders/${row.id}`,
    exponent: row.currencyExponent,
  })),
  product: part(selection(productColumns), same('products'), (row) => ({
    name: 'product',
    resource: toProduct(row),
    path: `/api/products/${row.id}`,
  })),
  collection: part(selection(collectionColumns), same('collections'), (row) => ({
    name: 'collection',
    resource: toCollection(row),
    path: `/api/collections/${row.id}`,
  })),
  delivery_method: part(selection(deliveryMethodColumns), same('delivery_methods'), (row) => ({
    name: 'delivery_method',
    resource: toDeliveryMethod(row),
    path: `/api/delivery-methods/${row.id}`,
  })),
  discount: part(selection(discountColumns), same('discounts'), (row) => ({
    name: 'discount',
    resource: toDiscount(row),
    path: `/api/discounts/${row.id}`,
  })),
  segment: part(selection(segmentColumns), same('segments'), (row) => ({
    name: 'segment',
    resource: toSegment(row),
    path: `/api/segments/${row.id}`,
  })),
  customer: part(
    selection(customerColumns),
    // The customer that this one was merged into, if it was.
    same(
      'customers',
      sql`coalesce((select m.customer_id from customer_merges m where m.store_id = wanted.store_id and m.merged_id = wanted.id limit 1), wanted.id)`,
    ),
    (row) => ({ name: 'customer', resource: toCustomer(row), path: `/api/customers/${row.id}` }),
  ),
  conversation: part(selection(conversationColumns), same('conversations'), (row) => ({
    name: 'conversation',
    resource: toConversation(row),
    path: `/api/inbox/conversations/${row.id}`,
  })),
  variant: part(
    selection({
      id: productVariants.id,
      product_id: productVariants.productId,
      sku: productVariants.sku,
      on_hand: inventory.onHand,
      reserved: inventory.reserved,
    }),
    sql`${same('product_variants')}
      ${same('inventory', sql`wanted.id`, 'variant_id')}`,
    (row) => ({
      name: 'variant',
      resource: { ...row, available: row.on_hand - row.reserved },
      path: `/api/products/${row.product_id}`,
    }),
  ),
}

const { user, key, token } = factsOf(sql`wanted.store_id`, sql`wanted.id`)
const actor = (facts: SQL<ActorFacts>) => part(selection({ facts: typed('jsonb', facts) }), sql``, (row) => row.facts)
const actors: Readonly<Record<string, Part<ActorFacts>>> = { user: actor(user), key: actor(key), token: actor(token) }

const subjectOf = (type: string) => (isEventType(type) ? eventCatalogue[type].subject : '')

/**
 * The queries of all parts, for app.leased_deliveries and app.snapshot_of, which run those that they need: for the types of events that begin so,
 * and for the kinds of actors.
 */
export const partQueries = JSON.stringify(
  Object.fromEntries([
    ...eventTypes.map((type) => [type.split('.')[0], resources[subjectOf(type)]?.query]),
    ...Object.entries(actors).map(([kind, { query }]) => [`by ${kind}`, query]),
  ]),
)

export const readSnapshot = (type: string, columns: Texts | undefined): Snapshot | undefined =>
  columns && resources[subjectOf(type)]?.read(columns)

export const readActorFacts = (kind: string, columns: Texts | undefined): ActorFacts =>
  (columns && actors[kind]?.read(columns)) ?? null
