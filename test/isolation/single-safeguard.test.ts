import { expect } from 'vitest'
import { openScratch } from '../support/scratch.ts'
import { describeTwoStores } from './describe-two-stores.ts'
import { tenantTables } from './snapshot.ts'

// Two safeguards isolate stores: conditions in the statements, and row-level security. Each must be sufficient alone.

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
    // The policies, app.only_store and app.begin_write read the tenant context through renamed functions. To every other
    // statement, all stores appear to be the caller's.
    await sql`create function app.context_stores() returns uuid[] language sql stable
    as $$ select coalesce(nullif(current_setting('app.stores', true), '')::uuid[], '{}'::uuid[]) $$`
    await sql`create function app.context_writable_stores() returns uuid[] language sql stable
    as $$ select coalesce(nullif(current_setting('app.writable_stores', true), '')::uuid[], '{}'::uuid[]) $$`
    await sql`grant execute on function app.context_stores(), app.context_writable_stores() to app_rw`
    for (const { name, key } of await tenantTables(sql)) {
      await sql.query(
        `alter policy reads on public.${name} using (coalesce(${key} = any ((select app.context_stores())::uuid[]), false))`,
      )
    }
    for (const [signature, name] of [
      ['app.only_store()', 'stores'],
      ['app.begin_write(uuid, text, text, text)', 'writable_stores'],
    ]) {
      const [found] =
        await sql`select replace(pg_get_functiondef(${signature}::regprocedure), ${`app.${name}()`}, ${`app.context_${name}()`}) as text`
      expect(found?.['text']).toContain(`app.context_${name}()`)
      await sql.query(String(found?.['text']))
    }
    for (const name of ['stores', 'writable_stores'])
      await sql.query(`create or replace function app.${name}() returns uuid[] language sql stable security definer
        as $$ select array_agg(id) from public.stores $$`)
    return { through: service(), sql }
  },
  { exact: false },
)
