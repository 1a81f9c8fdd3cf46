import type pg from 'pg'

const tables = [
  'orders',
  'order_items',
  'order_payments',
  'order_returns',
  'shipments',
  'customers',
  'inventory',
  'inventory_movements',
  'events',
  'store_counters',
]

/**
 * Drops the indexes and keys of the large tables and returns the statements that restore them. Building them once over all
 * rows takes a fraction of the time, and the foreign keys then check the whole data set.
 */
export async function stripTables(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ drop: string; restore: string }>(
    `with tables as (select unnest($1::regclass[]) as id),
     keys as (
       select c.oid, c.conindid, format('alter table %s ', c.conrelid::regclass) as change, quote_ident(c.conname) as name,
              pg_get_constraintdef(c.oid) as definition, c.contype = 'f' as foreign
         from pg_constraint c where c.conrelid in (select id from tables) and c.contype in ('p', 'u', 'f')
           or c.confrelid in (select id from tables)
     )
     select drop, restore from (
       select change || 'drop constraint ' || name as drop, change || 'add constraint ' || name || ' ' || definition as restore,
              case when keys.foreign then 3 else 1 end as place
         from keys
       union all
       select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 2
         from pg_index i join tables on i.indrelid = tables.id
        where i.indexrelid not in (select conindid from keys where not keys.foreign)
     ) as all_of_them order by place`,
    [tables],
  )
  for (const { drop } of rows.toReversed()) await owner.query(drop)
  return rows.map(({ restore }) => restore)
}
