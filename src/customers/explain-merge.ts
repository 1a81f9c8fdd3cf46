import { eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { Refusal } from '../db/failure.ts'
import { customerMerges, customers } from '../db/schema/customers.ts'
import { type ErrorCode, type Problem, refused, ServiceError } from '../errors.ts'

type Asked = { readonly keep_id: string; readonly merge_ids: readonly string[] }

/** All that is wrong with a merge that app.merge_customers refused, in a second, reading batch. */
export async function explainMerge(run: Context['run'], { keep_id, merge_ids }: Asked, cause: Error): Promise<Error> {
  const visible = (table: string) => sql`${sql.raw(table)}.store_id = any(app.stores())`
  const [known] = await run((db) => [
    db
      .select({
        id: sql<string>`asked.id`,
        storeId: customers.storeId,
        anonymizedAt: customers.anonymizedAt,
        mergedInto: customerMerges.customerId,
      })
      .from(sql`unnest(${sql.param([keep_id, ...merge_ids])}::uuid[]) as asked(id)`)
      .leftJoin(customers, sql`${eq(customers.id, sql`asked.id`)} and ${visible('customers')}`)
      .leftJoin(customerMerges, sql`${eq(customerMerges.mergedId, sql`asked.id`)} and ${visible('customer_merges')}`),
  ])
  const of = (id: string) => known.find((row) => row.id === id)
  const store = of(keep_id)?.storeId

  const check = (id: string, pointer: string): (Problem & { code: ErrorCode })[] => {
    const found = of(id)
    if (id === keep_id && pointer !== '/keep_id')
      return [
        {
          pointer,
          code: 'invalid_input',
          detail: 'A customer is not merged into themselves: leave keep_id out of merge_ids.',
        },
      ]
    if (found?.mergedInto) {
      if (found.mergedInto === keep_id) return []
      const detail = 'This customer was merged into another one: use the id in merged_into.'
      return [{ pointer, code: 'customer_not_found', detail, merged_into: found.mergedInto }]
    }
    if (!found?.storeId || (store && found.storeId !== store))
      return [{ pointer, code: 'customer_not_found', detail: 'There is no such customer in the store. Check the id.' }]
    if (found.anonymizedAt)
      return [{ pointer, code: 'customer_anonymized', detail: 'This customer was anonymized: leave them as they are.' }]
    return []
  }
  const problems = [
    ...check(keep_id, '/keep_id'),
    ...merge_ids.flatMap((id, index) => check(id, `/merge_ids/${index}`)),
    ...(cause instanceof Refusal && cause.detail ? [tooMany(cause.detail)] : []),
  ]
  const [first] = problems
  if (first) return refused(first.code, problems)
  return cause instanceof Refusal
    ? new ServiceError(
        'version_conflict',
        'These customers were merged otherwise at the same time. Look at them again.',
      )
    : cause
}

const tooMany = (most: string): Problem & { code: ErrorCode } => ({
  pointer: '/merge_ids',
  code: 'invalid_input',
  detail: `These customers have more than ${most} orders, which is more than moves at once: keep the one with the most, and merge the others into it.`,
})
