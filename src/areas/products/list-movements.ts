import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { SelectResultFields } from '../../platform/db/selection.ts'
import { Actor, actorFacts, toActor } from '../../platform/db/actor.ts'
import { actorKinds } from '../../platform/db/schema/events.ts'
import { inventoryMovements, movementKinds } from '../../platform/db/schema/inventory.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { filteredBy } from '../../platform/references/filter.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, countCap, listOf, openPage, type ListPage, PageInput } from '../../platform/lists/page.ts'
import { DayOrMoment, isDay } from '../../platform/values/text.ts'
import { expectVariantOf, variantRefusals } from './expect-variant-of.ts'
import { shownTitle } from './variant.ts'

export const Movement = z.object({
  id: id('movement'),
  store_id: id('store'),
  kind: z
    .enum(movementKinds)
    .describe(
      'initial: the first stock of a variant. adjusted: by a member, an assistant or an import. The others: by an order',
    ),
  product_id: id('product'),
  product_title: z.string(),
  variant_id: id('variant'),
  variant_title: z.string(),
  sku: z.string().nullable(),
  on_hand_delta: z.int(),
  reserved_delta: z.int(),
  on_hand_after: z.int().nullable().describe('Null: recorded before the service kept this'),
  reserved_after: z.int().nullable().describe('Null: recorded before the service kept this'),
  reason: z.string().nullable().describe('Of an adjustment'),
  order_id: id('order').nullable(),
  order_number: z.int().nullable(),
  actor: Actor.nullable().describe('Who did it. Null: recorded before the service kept this'),
  created_at: z.iso.datetime(),
})

const MovementFilters = {
  variant_id: filteredBy('variant', id('variant').optional()),
  order_id: filteredBy('order', id('order').optional()),
  product_id: filteredBy(
    'product',
    id('product').optional().describe('Movements of all variants of this product, including archived ones'),
  ),
  from: DayOrMoment.optional().describe("At or after this time, or from this date on (a day in the store's time zone)"),
  to: DayOrMoment.optional().describe(
    "Before this time, or up to and including this date (a day in the store's time zone)",
  ),
}

/** What changed the stock of variants, newest first. */
export const listMovements = operation(
  {
    name: 'list_inventory_movements',
    scope: 'catalog:read',
    input: z.strictObject({ ...PageInput, ...MovementFilters }),
    output: listOf(Movement),
    refusals: variantRefusals,
  },
  async ({ run }, input) => {
    const page = openPage(input)
    const { ranges, where } = rangesOf(input)
    // Ids are in the order of time, and an index has them for each store and variant. An order has few.
    const beyond = page.after ? sql`m.id < ${page.after.id}::uuid` : sql`true`
    const [found] = await run((db) => [
      db
        .select({ total: sql`counted.total`.mapWith(Number), entry })
        .from(
          sql`(select least((select count(*) from ${ranges} cross join lateral
              (select from ${inventoryMovements} as m where ${where} limit ${countCap}) as one), ${countCap}) as total) as counted`,
        )
        .leftJoinLateral(
          sql`(select m.*, v.title, v.sku, v.product_id, p.title as product_title, o.number
            from (${newest(ranges, sql`${where} and ${beyond}`, page)}) as m
            join product_variants as v on v.store_id = m.store_id and v.id = m.variant_id
            join products as p on p.store_id = v.store_id and p.id = v.product_id
            left join orders as o on o.store_id = m.store_id and o.id = m.order_id) as entry`,
          sql`true`,
        )
        .orderBy(sql`entry.id desc`),
      ...(input.variant_id === undefined || input.product_id === undefined
        ? []
        : [db.execute(expectVariantOf(input.product_id, input.variant_id))]),
    ])
    const rows = found.flatMap(({ entry }) => (entry.id === null ? [] : [{ ...entry, id: entry.id }]))
    return closePage(page, rows, { total: found[0]?.total ?? 0, cap: countCap }, toMovement)
  },
)

type Filters = z.output<z.ZodObject<typeof MovementFilters>>

/** Each range is read from an index in its order: that of a store, or of a variant of the product. */
function rangesOf({ variant_id, order_id, product_id, from, to }: Filters) {
  const first = (bound: string, days: number) =>
    isDay(bound)
      ? sql`app.first_id(app.day_start(known.id, ${bound}::date + ${days}::int))`
      : sql`app.first_id(${bound})`
  const stores = sql`(select known.id, ${from === undefined ? sql`null` : first(from, 0)}::uuid as from_id,
      ${to === undefined ? sql`null` : first(to, 1)}::uuid as before_id
    from unnest(app.stores()) as known(id) offset 0) as s`
  const isWhole = product_id !== undefined && variant_id === undefined && order_id === undefined
  const conditions = [
    sql`m.store_id = s.id`,
    ...(isWhole ? [sql`m.variant_id = v.id`] : []),
    ...(variant_id === undefined ? [] : [sql`m.variant_id = ${variant_id}`]),
    ...(order_id === undefined ? [] : [sql`m.order_id = ${order_id}`]),
    ...(product_id === undefined || isWhole
      ? []
      : [
          sql`exists (select from product_variants v
            where v.store_id = m.store_id and v.id = m.variant_id and v.product_id = ${product_id})`,
        ]),
    ...(from === undefined ? [] : [sql`m.id >= s.from_id`]),
    ...(to === undefined ? [] : [sql`m.id < s.before_id`]),
  ]
  return {
    ranges: isWhole
      ? sql`${stores} join product_variants as v on v.store_id = s.id and v.product_id = ${product_id}`
      : stores,
    where: sql.join(conditions, sql` and `),
  }
}

const newest = (ranges: ReturnType<typeof sql>, where: ReturnType<typeof sql>, page: ListPage) =>
  sql`select one.* from ${ranges} cross join lateral (
      select m.* from ${inventoryMovements} as m where ${where} order by m.id desc limit ${page.offset + page.limit + 1}
    ) as one
    order by one.id desc limit ${page.limit + 1} offset ${page.offset}`

const entry = {
  id: sql<string | null>`entry.id`,
  storeId: sql<string>`entry.store_id`,
  kind: sql<(typeof movementKinds)[number]>`entry.kind`,
  productId: sql<string>`entry.product_id`,
  productTitle: sql<string>`entry.product_title`,
  variantId: sql<string>`entry.variant_id`,
  title: sql<string>`entry.title`,
  sku: sql<string | null>`entry.sku`,
  onHandDelta: sql`entry.on_hand_delta`.mapWith(Number),
  reservedDelta: sql`entry.reserved_delta`.mapWith(Number),
  onHandAfter: sql`entry.on_hand_after`.mapWith(Number),
  reservedAfter: sql`entry.reserved_after`.mapWith(Number),
  reason: sql<string | null>`entry.reason`,
  orderId: sql<string | null>`entry.order_id`,
  orderNumber: sql<number | null>`entry.number`.mapWith(Number),
  actorKind: sql<(typeof actorKinds)[number]>`entry.actor_kind`,
  actorId: sql<string | null>`entry.actor_id`,
  actorFacts: actorFacts('entry'),
  createdAt: sql`uuid_extract_timestamp(entry.id)`.mapWith(orders.createdAt),
}

type MovementRow = SelectResultFields<typeof entry> & { readonly id: string }

const toMovement = (row: MovementRow): z.output<typeof Movement> => ({
  id: row.id,
  store_id: row.storeId,
  kind: row.kind,
  product_id: row.productId,
  product_title: row.productTitle,
  variant_id: row.variantId,
  variant_title: shownTitle(row.title),
  sku: row.sku,
  on_hand_delta: row.onHandDelta,
  reserved_delta: row.reservedDelta,
  on_hand_after: row.onHandAfter,
  reserved_after: row.reservedAfter,
  reason: row.reason,
  order_id: row.orderId,
  order_number: row.orderNumber,
  actor: toActor(row),
  created_at: row.createdAt.toISOString(),
})
