import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { orderStatuses } from '../../platform/db/schema/order-states.ts'
import { stores } from '../../platform/db/schema/stores.ts'
import { operation } from '../../platform/operation/operation.ts'
import { searchCap as cap } from '../../platform/lists/list.ts'
import { id } from '../../platform/values/ids.ts'
import { sumToMajor } from '../../platform/values/money.ts'
import { revenueOf } from '../analytics/figures.ts'
import { selectSeries } from '../analytics/series.ts'
import { selectWaiting, waitingFilters } from '../inbox/conversations/waiting-conversations.ts'
import { isPartial, queryOf, selectViews, viewCount, viewQuery } from '../orders/order-views.ts'
import { selectLowStock } from '../products/stock-source.ts'
import { firstSteps, selectFirstSteps } from './first-steps.ts'

const days = 7

const Figure = z.object({
  value: z.int(),
  is_capped: z.boolean().describe('Counting stopped at value; there may be more'),
  query: z.string().describe('What was counted, as a query of the list'),
})

const Sum = z.number().nullable().describe('Null if it is too large for an exact JSON number')

const before = 'Of the same number of days before, in full'

const Stretch = z.object({
  sales: Figure.extend({ value: Sum, previous: Sum.describe(`${before}; null as in value`) }).describe(
    'Revenue, as in GET /api/analytics/summary, of orders placed in these days',
  ),
  orders: Figure.extend({ previous: z.int().describe(before) }).describe(
    'Orders placed in these days, neither cancelled nor refused altogether',
  ),
})

const Day = z.object({ date: z.iso.date(), sales: Sum, orders: z.int() })

/** The first of the days that are compared, in the store's time zone. */
const firstDay = sql`(select ((now() at time zone app.known_zone(s.timezone))::date - ${2 * days - 1}::int)::text
  from ${stores} as s where s.id = app.only_store())`

const soldStatuses = orderStatuses.filter((status) => status !== 'cancelled')

/** What the people of a store see first. */
export const getHome = operation(
  {
    name: 'get_home',
    scope: 'overview:read',
    input: z.strictObject({}),
    output: z.object({
      store_id: id('store'),
      currency: z.string(),
      timezone: z.string(),
      today: Stretch.describe("The day in the store's time zone so far. query: of GET /api/orders"),
      last_7_days: Stretch.describe('Today and the six days before. query: of GET /api/orders'),
      days: z.array(Day).describe('The last 14 days, of which the last seven are last_7_days'),
      to_confirm: Figure.describe('Pending orders that are not on hold. query: of GET /api/orders'),
      to_pack: Figure.describe(
        'Confirmed orders that are not on hold, of which nothing is shipped. query: of GET /api/orders',
      ),
      to_ship: Figure.describe(
        'Orders that are being prepared or shipped in part, and not on hold. query: of GET /api/orders',
      ),
      to_collect: Figure.extend({ value: Sum }).describe(
        'The sum of due_amount of cash-on-delivery orders that are shipped. query: of GET /api/orders',
      ),
      low_stock: Figure.describe('Variants of which few or no units are left. query: of GET /api/inventory'),
      conversations_waiting: Figure.describe('query: of GET /api/inbox/conversations'),
      first_steps: z
        .array(z.object({ step: z.enum(firstSteps), is_done: z.boolean() }))
        .describe('What a new shop needs. Only what your role may do'),
    }),
  },
  async ({ run }) => {
    const [[store], points, [views], [lowStock], [waiting], steps] = await run((db) => [
      db
        .select({
          id: stores.id,
          currency: stores.currency,
          exponent: stores.currencyExponent,
          timezone: stores.timezone,
        })
        .from(stores)
        .where(eq(stores.id, sql`app.only_store()`)),
      selectSeries(db, { from: firstDay, interval: 'day' }),
      selectViews(db),
      selectLowStock(db, cap),
      selectWaiting(db, cap),
      selectFirstSteps(db),
    ])
    if (!store || !views || !lowStock || !waiting) throw new Error('there are no figures')
    const dates = points.map(({ clock }) => clock.slice(0, 10))

    function stretch(length: number): z.output<typeof Stretch> {
      const [before, now] = [points.slice(-2 * length, -length), points.slice(-length)]
      const sales = (some: typeof points) =>
        sumToMajor(
          some.reduce((sum, point) => sum + revenueOf(point), 0n),
          store?.exponent ?? 0,
        )
      const orders = (some: typeof points) => some.reduce((sum, point) => sum + point.orders, 0)
      const query = queryOf({
        status: soldStatuses,
        created_from: dates.at(-length) ?? '',
        created_to: dates.at(-1) ?? '',
      })
      const compare = <T>(of: (some: typeof points) => T) => ({
        value: of(now),
        is_capped: false,
        query,
        previous: of(before),
      })
      return { sales: compare(sales), orders: compare(orders) }
    }

    const viewed = (view: 'to_confirm' | 'to_pack' | 'to_ship') => {
      const { count, isCapped } = viewCount(views, view)
      return { value: count, is_capped: isCapped, query: viewQuery(view) }
    }

    return {
      store_id: store.id,
      currency: store.currency,
      timezone: store.timezone,
      today: stretch(1),
      last_7_days: stretch(days),
      days: points.map((point, nth) => ({
        date: dates[nth] ?? '',
        sales: sumToMajor(revenueOf(point), store.exponent),
        orders: point.orders,
      })),
      to_confirm: viewed('to_confirm'),
      to_pack: viewed('to_pack'),
      to_ship: viewed('to_ship'),
      to_collect: {
        value: sumToMajor(views.toCollectMinor, store.exponent),
        is_capped: isPartial(views.more, 'to_collect'),
        query: viewQuery('to_collect'),
      },
      low_stock: {
        value: lowStock.count,
        is_capped: lowStock.count >= cap || !lowStock.isComplete,
        query: 'low_stock=true',
      },
      conversations_waiting: {
        value: waiting.count,
        is_capped: waiting.count >= cap,
        query: queryOf(waitingFilters),
      },
      first_steps: steps,
    }
  },
)
