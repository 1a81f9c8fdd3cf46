import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { ensureDatabase } from '../../dev/database/ensure-database.ts'
import { localLogins, urlOf } from '../../dev/database/logins.ts'
import { migrate } from '../../dev/database/migrate.ts'
import { addRebuildSales } from '../../dev/database/rebuild-sales.ts'
import { defaultDraft } from '../../src/areas/storefront/draft.ts'
import { limits } from '../../src/platform/values/limits.ts'
import { fullStore, type Sizes } from '../../test/support/limits/full-store.ts'
import { tablesHash } from '../data/tables-hash.ts'
import { buildBundle } from '../rig/bundle.ts'
import { startDatabaseServer } from '../rig/database-server.ts'
import { issuer, startIdentityProvider } from '../rig/identity-provider.ts'
import { startRig } from '../rig/rig.ts'
import { callsOf } from './calls.ts'
import { fullGoods } from './full-goods.ts'
import { watchNeighbour } from './neighbour.ts'
import { type Answered, limitsTable } from './limits-table.ts'
import { sender } from './sender.ts'

const sizes: Sizes = {
  products: limits.store.products - 20,
  rich: 100,
  customers: 10_000,
  orders: 20_000,
  events: 1_000_000,
  messages: 100_000,
  movements: 100_000,
  pending: 10_000,
}

const key = () => JSON.stringify({ current: randomBytes(32).toString('base64url') })

type Options = { dir: string; reset: boolean; temporary: string; started: (stop: () => Promise<void>) => void }

/** Calls every operation on a store that is at all limits, and watches the list of another store meanwhile. */
export async function runLimits({ dir, reset, temporary, started }: Options): Promise<string> {
  const bundle = buildBundle(join(temporary, 'service'))
  const postgres = await startDatabaseServer(dir)
  started(() => postgres.stop())
  const ownerUrl = await freshCopy(postgres.superuserUrl, reset)
  const identityProvider = await startIdentityProvider()
  started(() => identityProvider.close())
  const rig = await startRig({
    bundle,
    appUrl: urlOf(ownerUrl, localLogins.app),
    identityProviders: identityProvider.variable,
    variables: { CHANNEL_KEYS: key(), TOKEN_KEYS: key() },
  })
  started(() => rig.stop())
  const { port } = rig.worker
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await addRebuildSales(client)
    const { rows } = await client.query<{ id: string }>(`select id from stores where slug = 'full'`)
    const send = await sender(port, identityProvider, 'owner-1', rows[0]?.id)
    await send.expect('POST', '/api/storefront/publish', {})
    const calls = callsOf(await fullGoods(client, 'full', send.expect))
    const neighbour = watchNeighbour(await sender(port, identityProvider, 'owner-2'))
    await neighbour.alone()
    const answers: Answered[] = []
    for (const call of calls) answers.push(await send.call(call))
    const ratio = neighbour.stop()
    const log = await readFile(join(bundle.folder, `workerd-${port}.log`), 'utf8')
    return limitsTable(answers, log, ratio)
  } finally {
    await client.end()
  }
}

/** A copy of the database with the full store, for the calls to change. The first run fills it. */
async function freshCopy(superuserUrl: string, reset: boolean): Promise<string> {
  const admin = new pg.Client({ connectionString: superuserUrl })
  await admin.connect()
  try {
    const comment = `${JSON.stringify(sizes)} ${await tablesHash()}`
    const { rows } = await admin.query<{ comment: string | null }>(
      `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = 'limits'`,
    )
    await admin.query('drop database if exists limits_run')
    if (reset || rows[0]?.comment !== comment) {
      await admin.query('drop database if exists limits')
      await fill(await ensureDatabase(superuserUrl, 'limits'))
      await admin.query(`comment on database limits is '${comment}'`)
    }
    await admin.query('create database limits_run template limits owner commerce_owner strategy file_copy')
  } finally {
    await admin.end()
  }
  const ownerUrl = await ensureDatabase(superuserUrl, 'limits_run')
  await migrate({ ownerUrl, logins: localLogins })
  return ownerUrl
}

async function fill(ownerUrl: string): Promise<void> {
  await migrate({ ownerUrl, logins: localLogins })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await addRebuildSales(client)
    for (const [n, slug] of ['full', 'neighbour'].entries()) {
      const store = crypto.randomUUID()
      const subject = `owner-${n + 1}`
      await client.query(
        `with store as (insert into stores (id, slug, name, currency, currency_exponent, created_by) values ($1, $2, $2, 'USD', 2, app.user_id($3, $4)) returning id),
              slug as (insert into store_slugs (store_id, slug) select id, $2 from store),
              counter as (insert into store_counters (store_id) select id from store),
              front as (insert into storefronts (store_id, draft) select id, $5 from store)
         insert into store_members (store_id, user_id, issuer, subject, role) select id, app.user_id($3, $4), $3, $4, 'owner' from store`,
        [store, slug, issuer, subject, JSON.stringify(defaultDraft)],
      )
      const share = slug === 'full' ? sizes : neighbourSizes
      for (const statement of fullStore(store, share)) await client.query(statement)
    }
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

const neighbourSizes: Sizes = {
  products: 300,
  rich: 1,
  customers: 300,
  orders: 300,
  events: 1_000,
  messages: 100,
  movements: 100,
  pending: 0,
}
