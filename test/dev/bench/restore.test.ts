import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripTables } from '../../../bench/data/bare-tables.ts'
import { restoreTables } from '../../../bench/data/fill.ts'
import { ensureDatabase } from '../../../dev/database/ensure-database.ts'
import { localLogins } from '../../../dev/database/logins.ts'
import { migrate } from '../../../dev/database/migrate.ts'
import { type Postgres, startPostgres } from '../../../dev/stack/postgres/postgres.ts'
import { removePostgresData } from '../../../dev/stack/postgres/account.ts'
import { freePort } from '../../support/node/free-port.ts'

let dir: string
let postgres: Postgres
let owner: pg.Client

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bench-restore-'))
  postgres = await startPostgres({ dir, port: await freePort(), fsync: false })
  const ownerUrl = await ensureDatabase(postgres.superuserUrl, 'bench')
  await migrate({ ownerUrl, logins: localLogins })
  owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await postgres.stop()
  await removePostgresData(dir)
})

const run = async (client: pg.Client, statement: string) => void (await client.query(statement))

/** Every index, key, check and trigger of the service's tables. */
async function definitions() {
  const { rows } = await owner.query<{ definition: string }>(
    `select pg_get_indexdef(i.indexrelid) || i.indisprimary as definition
       from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
     union all
     select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
       from pg_constraint where connamespace = 'public'::regnamespace
     union all
     select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
     order by 1`,
  )
  return rows.map(({ definition }) => definition)
}

test('a data set has the same indexes and keys as a migrated database', async () => {
  const before = await definitions()
  const readRestoration = await stripTables(owner)
  const left = await definitions()
  expect(left.filter((each) => /^CREATE |PRIMARY KEY|UNIQUE|FOREIGN KEY/.test(each))).toEqual([])
  await restoreTables([owner], await readRestoration(), run)
  expect(await definitions()).toEqual(before)
})

test('loading fails if nothing does the work of a trigger that was off', async () => {
  await owner.query(
    `create function app.note_order() returns trigger language plpgsql as 'begin return null; end';
     create trigger note_order after insert on orders for each row execute function app.note_order()`,
  )
  const readRestoration = await stripTables(owner)
  await expect(restoreTables([owner], await readRestoration(), run)).rejects.toThrow(
    'alter table orders enable trigger note_order',
  )
})
