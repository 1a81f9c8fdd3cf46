import { readFile } from 'node:fs/promises'
import type pg from 'pg'

export const rebuildSalesFile = new URL('rebuild-sales.sql', import.meta.url)

/** Adds dev.rebuild_sales to a database, for loading orders without their figures. */
export async function addRebuildSales(client: pg.Client): Promise<void> {
  await client.query(await readFile(rebuildSalesFile, 'utf8'))
}
