import { openScratch } from '../support/scratch.ts'
import { describeTwoStores } from './describe-two-stores.ts'
import { tenantTables } from './snapshot.ts'

// R4. Two guards keep stores apart: conditions in the statements, and row-level security. Each is enough alone.

describeTwoStores(
  'without row-level security, the conditions of the statements still keep stores apart',
  async () => {
    const { sql, service } = await openScratch()
    for (const { name } of await tenantTables(sql)) {
      await sql.query(`alter table public.${name} disable row level security, no force row level security`)
    }
    return { through: service(), sql }
  },
  { exact: true },
)

describeTwoStores(
  'without the conditions of the statements, row-level security still keeps stores apart',
  async () => {
    const { sql, service } = await openScratch()
    // The policies, and the choice of a store to create in, read the door's stores under another name. To every other
    // statement all stores there are seem to be the caller's.
    await sql`create function app.door_stores() returns uuid[] language sql stable
    as $$ select coalesce(nullif(current_setting('app.stores', true), '')::uuid[], '{}'::uuid[]) $$`
    await sql`grant execute on function app.door_stores() to app_rw`
    for (const { name, key } of await tenantTables(sql)) {
      await sql.query(`alter policy reads on public.${name} using (${key} = any ((select app.door_stores())::uuid[]))`)
    }
    const [only] =
      await sql`select replace(pg_get_functiondef('app.only_store()'::regprocedure), 'app.stores()', 'app.door_stores()') as text`
    await sql.query(String(only?.['text']))
    await sql`create or replace function app.stores() returns uuid[] language sql stable security definer
    as $$ select array_agg(id) from public.stores $$`
    return { through: service(), sql }
  },
  { exact: false },
)
