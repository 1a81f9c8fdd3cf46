import { beforeAll, describe, expect, test } from 'vitest'
import { openScratch, type Scratch } from '../support/scratch.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { asApp, asOwner } from '../support/sql.ts'
import * as door from './behind-the-door.ts'
import { stock } from './goods.ts'
import { knock, letIn } from './let-in.ts'
import { snapshot, tenantTables } from './snapshot.ts'

// As many as stock() makes.
const ordersOfOne = 4

const refusedByPolicy = /^42501 new row violates row-level security policy/

describe('SQL as the role of the service, without a door', () => {
  test('sees no row of any table', async () => {
    const shop = await openShop()
    await Promise.all([stock(shop), letIn(asOwner, shop)])
    for (const { name } of await tenantTables()) {
      const rows = door.countOf([await door.count(asApp, name)])
      expect(rows, name).toBe(0)
      expect(door.countOf([await door.count(asOwner, name)]), name).toBeGreaterThan(0)
    }
  })

  test('can put no row into any table', async () => {
    const shop = await openShop()
    await Promise.all([stock(shop), letIn(asOwner, shop)])
    for (const row of await door.oneRowOfEach(asOwner, shop))
      expect(await door.failureOf(door.insertCopy(asApp, row)), row.name).toMatch(/^42501/)
  })

  test('has no right on a table that belongs to no store, not behind a door either', async () => {
    await knock(asOwner)
    const shop = await openShop()
    const open = () => [door.enter(asApp, shop), door.beginWrite(asApp, shop)]
    for (const row of await door.oneRowOfEachStoreless(asOwner))
      for (const ask of [
        door.count(asApp, row.name),
        door.insertCopy(asApp, row),
        door.touchAll(asApp, row),
        door.deleteAll(asApp, row),
      ])
        expect(await door.failureOf(asApp.transaction([...open(), ask])), row.name).toMatch(
          /^42501 permission denied for table/,
        )
  })

  test('cannot read a setting of the door that an earlier transaction of its connection left', async () => {
    const scratch = await openScratch()
    const shop = await openShop({ through: scratch.service(), sql: scratch.sql })
    await stock(shop)
    const one = scratch.tagged(`one-${crypto.randomUUID()}`)
    expect(door.countOf(await one.transaction([door.enter(one, shop), door.count(one, 'orders')]))).toBe(ordersOfOne)
    for (let i = 0; i < 20; i++) expect(door.countOf([await door.count(one, 'orders')])).toBe(0)
  })
})

// Here the role has every right on every table and nothing hangs on anything, so that the policies alone are tried.
describe('SQL as the role of the service, with every right, and a door', () => {
  let scratch: Scratch
  let mine: Shop
  let theirs: Shop
  let tables: { name: string; key: string }[]
  beforeAll(async () => {
    scratch = await openScratch()
    const place = { through: scratch.service(), sql: scratch.sql }
    ;[mine, theirs] = await Promise.all([openShop(place), openShop(place)])
    await Promise.all([stock(mine), stock(theirs)])
    await Promise.all([letIn(scratch.sql, mine), letIn(scratch.sql, theirs), knock(scratch.sql)])
    await scratch.sql`grant all on all tables in schema public to app_rw`
    await scratch.sql`do $$ declare r record; begin
      for r in select conrelid::regclass as t, conname from pg_constraint where contype = 'f' loop
        execute format('alter table %s drop constraint %I', r.t, r.conname); end loop; end $$`
    tables = await tenantTables(scratch.sql)
  })

  test('reads the rows of its own store, though no condition asks for them', async () => {
    for (const { name } of tables) {
      const sql = scratch.asApp
      const own = (await snapshot(mine.store.id, scratch.sql)).find((table) => table.name === name)
      expect(door.countOf(await sql.transaction([door.enter(sql, mine), door.count(sql, name)])), name).toBe(own?.rows)
    }
  })

  test('writes nothing where no store was opened for writing, not even to its own', async () => {
    const sql = scratch.asApp
    const before = await snapshot(mine.store.id, scratch.sql)
    for (const row of await door.oneRowOfEach(scratch.sql, mine)) {
      const enter = door.enter(sql, mine)
      expect(await door.failureOf(sql.transaction([enter, door.insertCopy(sql, row)])), row.name).toMatch(
        refusedByPolicy,
      )
      expect(door.countOf(await sql.transaction([door.enter(sql, mine), door.touchAll(sql, row)])), row.name).toBe(0)
      expect(door.countOf(await sql.transaction([door.enter(sql, mine), door.deleteAll(sql, row)])), row.name).toBe(0)
    }
    expect(await snapshot(mine.store.id, scratch.sql)).toEqual(before)
  })

  test('with its own store open, puts no row into another and gives it none', async () => {
    const sql = scratch.asApp
    const before = await snapshot(theirs.store.id, scratch.sql)
    const open = () => [door.enter(sql, mine), door.beginWrite(sql, mine)]
    for (const row of await door.oneRowOfEach(scratch.sql, theirs)) {
      expect(await door.failureOf(sql.transaction([...open(), door.insertCopy(sql, row)])), row.name).toMatch(
        refusedByPolicy,
      )
      const given = sql.transaction([...open(), door.giveAllTo(sql, row, theirs)])
      expect(await door.failureOf(given), row.name).toMatch(refusedByPolicy)
    }
    // The same rows of its own are let through, as far as the key that they are there under already.
    for (const row of await door.oneRowOfEach(scratch.sql, mine))
      expect(await door.failureOf(sql.transaction([...open(), door.insertCopy(sql, row)])), row.name).toMatch(/^23505/)
    expect(await snapshot(theirs.store.id, scratch.sql)).toEqual(before)
  })

  test('reaches no row of a table that belongs to no store', async () => {
    const sql = scratch.asApp
    const open = () => [door.enter(sql, mine), door.beginWrite(sql, mine)]
    for (const row of await door.oneRowOfEachStoreless(scratch.sql)) {
      for (const ask of [door.count(sql, row.name), door.touchAll(sql, row), door.deleteAll(sql, row)])
        expect(door.countOf(await sql.transaction([...open(), ask])), row.name).toBe(0)
      expect(await door.failureOf(sql.transaction([...open(), door.insertCopy(sql, row)])), row.name).toMatch(
        refusedByPolicy,
      )
      expect(door.countOf([await door.count(scratch.sql, row.name)]), row.name).toBe(1)
    }
  })

  test('an update and a delete that forgot their conditions reach its own rows only', async () => {
    const sql = scratch.asApp
    const before = await snapshot(theirs.store.id, scratch.sql)
    const own = await snapshot(mine.store.id, scratch.sql)
    for (const table of tables) {
      const rows = own.find(({ name }) => name === table.name)?.rows
      const open = () => [door.enter(sql, mine), door.beginWrite(sql, mine)]
      expect(door.countOf(await sql.transaction([...open(), door.touchAll(sql, table)])), table.name).toBe(rows)
      // The last table that the door itself reads must stay until the end.
      if (table.name === 'store_members') continue
      expect(door.countOf(await sql.transaction([...open(), door.deleteAll(sql, table)])), table.name).toBe(rows)
    }
    expect(await snapshot(theirs.store.id, scratch.sql)).toEqual(before)
    expect((await snapshot(mine.store.id, scratch.sql)).filter(({ rows }) => rows > 0)).toMatchObject([
      { name: 'store_members', rows: 2 },
    ])
  })

  test('cannot open a store that it does not belong to, or may only read', async () => {
    const sql = scratch.asApp
    const asViewer = door.enter(sql, mine, ['viewer'])
    expect(await door.failureOf(sql.transaction([door.enter(sql, mine), door.beginWrite(sql, theirs)]))).toBe(
      'MC404 not_found',
    )
    expect(await door.failureOf(sql.transaction([asViewer, door.beginWrite(sql, mine)]))).toBe('MC403 forbidden')
    expect(await door.failureOf(sql.transaction([door.beginWrite(sql, mine)]))).toBe('MC404 not_found')
  })

  test('could forge the settings by SQL of its own: policies guard against forgotten conditions, not injected SQL', async () => {
    const sql = scratch.asApp
    const forged = sql`select set_config('app.stores', ${`{${theirs.store.id}}`}, true)`
    expect(door.countOf(await sql.transaction([forged, door.count(sql, 'orders')]))).toBe(ordersOfOne)
  })
})
