import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openScratch } from '../../support/scratch.ts'
import { asOwner } from '../../support/sql.ts'

/** Everything that the hand-written SQL creates: functions, policies, and owners and rights of functions and tables. */
const state = (sql: typeof asOwner) =>
  sql`
    select 'function ' || p.oid::regprocedure as what,
           concat_ws(' ', proowner::regrole, proacl, md5(pg_get_functiondef(p.oid))) as how
      from pg_proc p where pronamespace = 'app'::regnamespace
    union all
    select concat_ws(' ', 'policy', polrelid::regclass, polname),
           concat_ws(' ', polcmd, polpermissive, polroles::regrole[], pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      from pg_policy
    union all
    select 'table ' || oid::regclass, concat_ws(' ', relowner::regrole, relrowsecurity, relforcerowsecurity, relacl)
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'S', 'm')
    union all
    select 'schema ' || nspname, concat_ws(' ', nspowner::regrole, nspacl) from pg_namespace where nspname in ('app', 'public')
    order by 1`

test('migrating an up-to-date database changes nothing', () => {
  expect(env).toMatchObject({ CHANGED_AGAIN: 'false' })
})

test('applying drizzle/sql a second time changes nothing', async () => {
  // Every scratch database has had it applied twice (test/support/node/prepared-databases.ts).
  const twice = await state((await openScratch()).sql)
  expect(twice.length).toBeGreaterThan(50)
  expect(twice).toEqual(await state(asOwner))
})
