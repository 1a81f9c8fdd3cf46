import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dialect } from '../../../src/platform/db/selection.ts'
import { variantsOf } from '../../../src/areas/products/read-variants.ts'
import { openScratch } from '../../support/scratch.ts'

test('a plan made while the store was small still looks the stock of each variant up by its key', async () => {
  const { asApp } = await openScratch()
  const list = dialect.sqlToQuery(sql`select ${variantsOf(sql.raw('p.store_id'), sql.raw('p.id'))} from products p`).sql
  const rows = await asApp.query(`explain ${list}`)
  const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n')
  expect(plan).toMatch(/Index Scan using inventory_pkey on inventory.*\n.*Index Cond: .*variant_id = v\.id/)
})
