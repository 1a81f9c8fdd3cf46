import { sql } from 'drizzle-orm'
import { discountResource } from './get-discount.ts'

/** Deletes a discount and returns it. Orders keep its name and amount. */
export const deleteDiscount = discountResource.deletion({ result: (row) => sql`app.with_currency(${row})` })
