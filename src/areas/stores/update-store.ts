import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Read } from '../../platform/operation/context.ts'
import type { Db } from '../../platform/db/client.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { inVisibleStores, newVersion } from '../../platform/db/in-stores.ts'
import { stores } from '../../platform/db/schema/stores.ts'
import { id } from '../../platform/values/ids.ts'
import { changedNames, ExpectedVersion, isEmptyChange, operation } from '../../platform/operation/operation.ts'
import { invalidateStorefront } from '../storefront/public/public-cache.ts'
import { Store, storeColumns, StoreFields, type StoreRow, toStore } from './store.ts'
import { storeWriteRefusals } from './store-refusals.ts'

/** Changes a store's profile and limits. */
export const updateStore = operation(
  {
    name: 'update_store',
    scope: 'stores:manage',
    input: z.strictObject({
      ...z.object(StoreFields).partial().shape,
      currency: z.never('cannot be changed: all amounts of the store are in its currency').optional(),
      store_id: id('store'),
      expected_version: ExpectedVersion,
    }),
    output: Store,
    refusals: storeWriteRefusals,
  },
  async ({ write }, { store_id, expected_version, currency: _fixed, ...changes }) => {
    // Called before and after the update, so that the store keeps its former slug as well.
    const claim = (db: Db) => (changes.slug === undefined ? [] : [db.execute(sql`select app.claim_slug()`)])
    const { name, slug, timezone, locale, country } = changes
    const set = {
      name,
      slug,
      timezone,
      locale,
      country,
      contactEmail: changes.contact_email,
      contactPhone: changes.contact_phone,
      contactAddress: changes.contact_address,
      tax: changes.tax,
      reservationHours: changes.reservation_hours,
      maxOrdersPerPhone: changes.max_orders_per_phone,
      maxUnitsPerLine: changes.max_units_per_line,
      maxUnitsPerOrder: changes.max_units_per_order,
      maxHourlyOrdersPerAddress: changes.max_hourly_orders_per_address,
      maxReservedPercent: changes.max_reserved_percent,
      maxAdjustmentPercent: changes.max_adjustment_percent,
    }
    const row = await write({
      store: sql`(select id from ${stores} where ${inVisibleStores(stores.id)} and ${stores.id} = ${store_id})`,
      statements: (db) => [
        db.execute(sql`select app.expect_version(
          (select version from ${stores} where id = app.store() for update), ${expected_version ?? null})`),
        db.execute(sql`select set_config('app.slug_before',
          (select slug from ${stores} where id = app.store()), true)`),
        ...(isEmptyChange(changes)
          ? []
          : [
              ...claim(db),
              ...(changes.max_adjustment_percent === undefined
                ? []
                : [db.execute(expectBounds(changes.max_adjustment_percent))]),
              db
                .update(stores)
                .set({ ...set, ...newVersion(stores) })
                .where(eq(stores.id, sql`app.store()`)),
              ...claim(db),
              db.execute(sql`select app.record_event('store.updated', app.store(),
          ${JSON.stringify({ changed: changedNames(changes) })})`),
            ]),
      ],
      result: sql`(select to_jsonb(s) || jsonb_build_object('slug_before', current_setting('app.slug_before'))
        from ${stores} s where s.id = app.store())`,
      read,
    })
    if (row.slug !== row.slugBefore) await Promise.all([row.slugBefore, row.slug].map(invalidateStorefront))
    return toStore(row)
  },
)

const expectBounds = (bounds: object | null) =>
  sql`select app.expect_adjustment_bounds(${bounds && JSON.stringify(bounds)}::jsonb)`

const read: Read<StoreRow & { readonly slugBefore: string }> = (db, result) =>
  db
    .select({ ...storeColumns, slugBefore: sql<string>`coalesce(kept ->> 'slug_before', slug)` })
    .from(keptRow(stores, result))
