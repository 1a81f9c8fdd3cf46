import { beforeAll, describe, expect, test } from 'vitest'
import { openScratch, type Scratch } from '../support/scratch.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { asApp, asOwner } from '../support/sql.ts'
import * as inside from './inside-context.ts'
import { stock } from './goods.ts'
import { addStorelessRows, addConnectionAndAddress } from './connection-fixture.ts'
import { snapshot, tenantTables } from './snapshot.ts'

// The number of orders that stock() creates.
const ordersPerStore = 4

const policyViolation = /^42501 new row violates row-level security policy/

describe('SQL as app_rw, without a tenant context', () => {
  test('sees no row of any table', async () => {
    const shop = await openShop()
    await Promise.all([stock(shop), addConnectionAndAddress(asOwner, shop)])
    for (const { name } of await tenantTables()) {
      const rows = inside.countOf([await inside.count(asApp, name)])
      expect(rows, name).toBe(0)
      expect(inside.countOf([await inside.count(asOwner, name)]), name).toBeGreaterThan(0)
    }
  })

  test('can insert no row into any table', async () => {
    const shop = await openShop()
    await Promise.all([stock(shop), addConnectionAndAddress(asOwner, shop)])
    for (const row of await inside.oneRowOfEach(asOwner, shop))
      expect(await inside.failureOf(inside.insertCopy(asApp, row)), row.name).toMatch(/^42501/)
  })

  test('has no rights on tables without store_id, even with a tenant context', async () => {
    await addStorelessRows(asOwner)
    const shop = await openShop()
    const open = () => [inside.enter(asApp, shop), inside.beginWrite(asApp, shop)]
    for (const row of await inside.oneRowOfEachStoreless(asOwner))
      for (const statement of [
        inside.count(asApp, row.name),
        inside.insertCopy(asApp, row),
        inside.touchAll(asApp, row),
        inside.deleteAll(asApp, row),
      ])
        expect(await inside.failureOf(asApp.transaction([...open(), statement])), row.name).toMatch(
          /^42501 permission denied for table/,
        )
  })

  test('cannot read tenant settings of an earlier transaction on the same connection', async () => {
    const scratch = await openScratch()
    const shop = await openShop({ through: scratch.service(), sql: scratch.sql })
    await stock(shop)
    const connection = scratch.tagged(`tenant-${crypto.randomUUID()}`)
    expect(
      inside.countOf(
        await connection.transaction([inside.enter(connection, shop), inside.count(connection, 'orders')]),
      ),
    ).toBe(ordersPerStore)
    for (let i = 0; i < 20; i++) expect(inside.countOf([await inside.count(connection, 'orders')])).toBe(0)
  })
})

// The role has all rights and there are no foreign keys, so that only the policies can reject a statement.
describe('SQL as app_rw, with all rights and a tenant context', () => {
  let scratch: Scratch
  let mine: Shop
  let theirs: Shop
  let tables: { name: string; key: string }[]
  beforeAll(async () => {
    scratch = await openScratch()
    const place = { through: scratch.service(), sql: scratch.sql }
    ;[mine, theirs] = await Promise.all([openShop(place), openShop(place)])
    await Promise.all([stock(mine), stock(theirs)])
    await Promise.all([
      addConnectionAndAddress(scratch.sql, mine),
      addConnectionAndAddress(scratch.sql, theirs),
      addStorelessRows(scratch.sql),
    ])
    await scratch.sql`grant all on all tables in schema public to app_rw`
    await scratch.sql`do $$ declare r record; begin
      for r in select conrelid::regclass as t, conname from pg_constraint where contype = 'f' loop
        execute format('alter table %s drop constraint %I', r.t, r.conname); end loop; end $$`
    tables = await tenantTables(scratch.sql)
  })

  test('reads only the rows of its own store without any condition', async () => {
    for (const { name } of tables) {
      const sql = scratch.asApp
      const own = (await snapshot(mine.store.id, scratch.sql)).find((table) => table.name === name)
      expect(inside.countOf(await sql.transaction([inside.enter(sql, mine), inside.count(sql, name)])), name).toBe(
        own?.rows,
      )
    }
  })

  test('writes nothing, not even to its own store, before a store is opened for writing', async () => {
    const sql = scratch.asApp
    const before = await snapshot(mine.store.id, scratch.sql)
    for (const row of await inside.oneRowOfEach(scratch.sql, mine)) {
      const enter = inside.enter(sql, mine)
      expect(await inside.failureOf(sql.transaction([enter, inside.insertCopy(sql, row)])), row.name).toMatch(
        policyViolation,
      )
      expect(
        inside.countOf(await sql.transaction([inside.enter(sql, mine), inside.touchAll(sql, row)])),
        row.name,
      ).toBe(0)
      expect(
        inside.countOf(await sql.transaction([inside.enter(sql, mine), inside.deleteAll(sql, row)])),
        row.name,
      ).toBe(0)
    }
    expect(await snapshot(mine.store.id, scratch.sql)).toEqual(before)
  })

  test('with its own store open for writing, cannot insert or move rows into another', async () => {
    const sql = scratch.asApp
    const before = await snapshot(theirs.store.id, scratch.sql)
    const open = () => [inside.enter(sql, mine), inside.beginWrite(sql, mine)]
    for (const row of await inside.oneRowOfEach(scratch.sql, theirs)) {
      expect(await inside.failureOf(sql.transaction([...open(), inside.insertCopy(sql, row)])), row.name).toMatch(
        policyViolation,
      )
      const move = sql.transaction([...open(), inside.giveAllTo(sql, row, theirs)])
      expect(await inside.failureOf(move), row.name).toMatch(policyViolation)
    }
    // Rows of its own store pass the policy and fail only on the existing primary key.
    for (const row of await inside.oneRowOfEach(scratch.sql, mine))
      expect(await inside.failureOf(sql.transaction([...open(), inside.insertCopy(sql, row)])), row.name).toMatch(
        /^23505/,
      )
    expect(await snapshot(theirs.store.id, scratch.sql)).toEqual(before)
  })

  test('can access no row of a table that belongs to no store', async () => {
    const sql = scratch.asApp
    const open = () => [inside.enter(sql, mine), inside.beginWrite(sql, mine)]
    for (const row of await inside.oneRowOfEachStoreless(scratch.sql)) {
      for (const statement of [inside.count(sql, row.name), inside.touchAll(sql, row), inside.deleteAll(sql, row)])
        expect(inside.countOf(await sql.transaction([...open(), statement])), row.name).toBe(0)
      expect(await inside.failureOf(sql.transaction([...open(), inside.insertCopy(sql, row)])), row.name).toMatch(
        policyViolation,
      )
      expect(inside.countOf([await inside.count(scratch.sql, row.name)]), row.name).toBe(1)
    }
  })

  test('an update or delete without a condition affects only its own rows', async () => {
    const sql = scratch.asApp
    const before = await snapshot(theirs.store.id, scratch.sql)
    const own = await snapshot(mine.store.id, scratch.sql)
    for (const table of tables) {
      const rows = own.find(({ name }) => name === table.name)?.rows
      const open = () => [inside.enter(sql, mine), inside.beginWrite(sql, mine)]
      expect(inside.countOf(await sql.transaction([...open(), inside.touchAll(sql, table)])), table.name).toBe(rows)
      // The tenant context reads this table, so its rows must stay until the end.
      if (table.name === 'store_members') continue
      expect(inside.countOf(await sql.transaction([...open(), inside.deleteAll(sql, table)])), table.name).toBe(rows)
    }
    expect(await snapshot(theirs.store.id, scratch.sql)).toEqual(before)
    expect((await snapshot(mine.store.id, scratch.sql)).filter(({ rows }) => rows > 0)).toMatchObject([
      { name: 'store_members', rows: 2 },
    ])
  })

  test('cannot open a store for writing without membership or with a read-only role', async () => {
    const sql = scratch.asApp
    const asViewer = inside.enter(sql, mine, ['viewer'])
    expect(await inside.failureOf(sql.transaction([inside.enter(sql, mine), inside.beginWrite(sql, theirs)]))).toBe(
      'MC404 not_found',
    )
    expect(await inside.failureOf(sql.transaction([asViewer, inside.beginWrite(sql, mine)]))).toBe('MC403 forbidden')
    expect(await inside.failureOf(sql.transaction([inside.beginWrite(sql, mine)]))).toBe('MC404 not_found')
  })

  test('can forge the tenant settings with its own SQL: policies guard against forgotten conditions, not SQL injection', async () => {
    const sql = scratch.asApp
    const forged = sql`select set_config('app.stores', ${`{${theirs.store.id}}`}, true)`
    expect(inside.countOf(await sql.transaction([forged, inside.count(sql, 'orders')]))).toBe(ordersPerStore)
  })
})
