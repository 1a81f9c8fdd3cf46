import type pg from 'pg'

/** Statements that restore tables, in the order of the groups. */
export type Restoration = {
  /** They can run at the same time. Those that take longest come first. */
  indexes: string[]
  constraints: string[]
  /** Foreign keys check the rows that were loaded without them. They can run at the same time. */
  validations: string[]
  triggers: string[]
}

type Part = { kind: keyof Restoration; remove: string | null; restore: string; tableName: string; isGin: boolean }

/**
 * Drops all indexes and keys of the service's tables, and disables their triggers. Building an index once over all rows takes a
 * fraction of the time. Everything is read from the catalogue, so it also covers what later migrations add.
 */
export async function stripTables(owner: pg.Client): Promise<() => Promise<Restoration>> {
  const { rows: parts } = await owner.query<Part>(
    `with tables as (
       select oid as id, oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     ),
     keys as (
       select c.conindid, c.contype, quote_ident(c.conname) as name, tables.name as table_name, pg_get_constraintdef(c.oid) as definition
         from pg_constraint c join tables on tables.id = c.conrelid where c.contype in ('f', 'p', 'u')
     )
     select kind, remove, restore, table_name::text as "tableName", is_gin as "isGin" from (
       select 1 as place, 'constraints' as kind, format('alter table %s drop constraint %s', table_name, name) as remove,
              format('alter table %s add constraint %s %s not valid', table_name, name, definition) as restore, table_name, false as is_gin
         from keys where contype = 'f'
       union all
       select 2, 'validations', null, format('alter table %s validate constraint %s', table_name, name), table_name, false
         from keys where contype = 'f'
       union all
       select 3, 'constraints', format('alter table %s drop constraint %s', table_name, name),
              format('alter table %s add constraint %s %s using index %2$s', table_name, name,
                     case contype when 'p' then 'primary key' else 'unique' end), table_name, false
         from keys where contype <> 'f'
       union all
       -- The index of a key goes with its constraint.
       select 4, 'indexes', case when i.indexrelid in (select conindid from keys where contype <> 'f') then null
                else format('drop index %s', i.indexrelid::regclass) end,
              pg_get_indexdef(i.indexrelid), tables.name, a.amname = 'gin'
         from pg_index i
         join tables on tables.id = i.indrelid
         join pg_class c on c.oid = i.indexrelid
         join pg_am a on a.oid = c.relam
       union all
       select 5, 'triggers', format('alter table %s disable trigger %I', tables.name, t.tgname),
              format('alter table %s enable %strigger %I', tables.name,
                     case t.tgenabled when 'A' then 'always ' when 'R' then 'replica ' else '' end, t.tgname), tables.name, false
         from pg_trigger t join tables on tables.id = t.tgrelid where not t.tgisinternal and t.tgenabled <> 'D'
     ) as parts order by place`,
  )
  for (const { remove } of parts) if (remove !== null) await owner.query(remove)
  return async () => restorationOf(parts, await sizesOf(owner))
}

function restorationOf(parts: readonly Part[], sizes: ReadonlyMap<string, number>): Restoration {
  const longestFirst = parts.toSorted(
    (one, other) =>
      Number(other.isGin) - Number(one.isGin) || (sizes.get(other.tableName) ?? 0) - (sizes.get(one.tableName) ?? 0),
  )
  const of = (kind: keyof Restoration, from: readonly Part[]) =>
    from.flatMap((part) => (part.kind === kind ? part.restore : []))
  return {
    indexes: of('indexes', longestFirst),
    // Primary keys first, because foreign keys refer to them.
    constraints: of('constraints', parts.toReversed()),
    validations: of('validations', longestFirst),
    triggers: of('triggers', parts),
  }
}

async function sizesOf(owner: pg.Client): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ name: string; pages: number }>(
    `select oid::regclass::text as name, (pg_table_size(oid) / 8192)::integer as pages from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  return new Map(rows.map(({ name, pages }) => [name, pages]))
}
