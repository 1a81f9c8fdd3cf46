import { beforeAll, describe, expect, test } from 'vitest'
import { inboxOf } from '../../support/inbox.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { openShop } from '../../support/shop.ts'
import { asApp } from '../../support/sql.ts'

// PostgreSQL looks for types in the session's temporary schema first, unless search_path names that schema last. A
// domain named uuid in it would run its CHECK with the rights of the definer.

describe('a temporary type with the name of a built-in type', () => {
  let scratch: Scratch
  let channel: string
  beforeAll(async () => {
    scratch = await openScratch()
    const shop = await openShop({ through: scratch.service(), sql: scratch.sql })
    channel = (await inboxOf(shop).addWebhook()).id
    await scratch.sql`insert into oauth_clients (client_id, kind, redirect_uris, metadata)
      values ('assistant', 'dcr', '{}', '{}')`
    // Grants the right to create temporary objects, since search_path must be a sufficient safeguard alone.
    await scratch.sql`do $$ begin execute format('grant temporary on database %I to public', current_database()); end $$`
  })

  const attacks = {
    'app.enter_member': () => `select app.enter_member('https://issuer.test', 'mallory', null, '{owner}', null, null)`,
    'app.enter_channel': () => `select app.enter_channel('${channel}')`,
  }

  test.for(Object.entries(attacks))('has no effect on %s', async ([, call]) => {
    await scratch.sql`update oauth_clients set redirect_uris = '{https://assistant.test/callback}'`
    // Uses a new connection, since compiled functions keep the types they resolved earlier in the session.
    const sql = scratch.tagged(`temporary-${crypto.randomUUID()}`)
    await sql.transaction([
      sql`create function pg_temp.take_over(value text) returns boolean language plpgsql as $$
        begin
          update public.oauth_clients set redirect_uris = '{https://mallory.test/callback}';
          return true;
        end $$`,
      sql`create domain pg_temp.uuid as pg_catalog.uuid check (pg_temp.take_over(value::text))`,
      sql.query(call()),
      sql`discard temporary`,
    ])
    const [client] = await scratch.sql`select redirect_uris[1] as redirects_to from oauth_clients`
    expect(client).toEqual({ redirects_to: 'https://assistant.test/callback' })
  })
})

test('the service may not create temporary objects', async () => {
  await expect(asApp`create temporary table notes (body text)`).rejects.toThrow(/permission denied/)
})
