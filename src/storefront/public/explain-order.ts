import { eq, sql } from 'drizzle-orm'
import type { VisitorContext } from '../../context.ts'
import { productVariants } from '../../db/schema/products.ts'
import { stores } from '../../db/schema/stores.ts'
import { type ErrorCode, type Problem, refused, ServiceError } from '../../errors.ts'
import { inexactAmount, maxOrderMinor, toMajor, toMinor } from '../../money.ts'
import { visit } from './visit.ts'

type Asked = { readonly items: readonly object[]; readonly expected_total?: number | undefined }

type OrderProblem = Problem & { readonly code: ErrorCode }

type Line = {
  readonly position: number
  readonly productName: string | null
  readonly variantId: string | null
  readonly priceMinor: number | null
  readonly quantity: number
  readonly variants: readonly { id: string; title: string; options: Record<string, string> }[]
}

/** Everything that is wrong with an order that app.place_storefront_order refused, in a second batch. */
export async function explainOrder(context: VisitorContext, slug: string, { items, expected_total }: Asked) {
  const { results } = await visit(context, { slug }, (db) => [
    db
      .select({ exponent: stores.currencyExponent })
      .from(stores)
      .where(eq(stores.id, sql`(app.stores())[1]`)),
    db
      .select({
        position: sql<number>`l.position`,
        productName: sql<string | null>`l.product_name`,
        variantId: sql<string | null>`l.variant_id`,
        priceMinor: sql<number | null>`l.price_minor`.mapWith(Number),
        quantity: sql<number>`l.quantity`.mapWith(Number),
        variants: sql<Line['variants']>`(select coalesce(jsonb_agg(
            jsonb_build_object('id', v.id, 'title', coalesce(nullif(v.title, ''), 'Default'), 'options', v.options) order by v.position), '[]')
          from ${productVariants} v
          where v.store_id = (app.stores())[1] and v.product_id = l.product_id and v.archived_at is null)`,
      })
      .from(sql`app.storefront_lines((app.stores())[1], ${JSON.stringify(items)}::jsonb) as l`)
      .orderBy(sql`l.position`),
  ])
  const [[store], lines] = results
  const problems = [
    ...lines.flatMap(lineProblems),
    ...(store && lines.every(({ variantId }) => variantId !== null)
      ? totalProblems(lines, store.exponent, expected_total)
      : []),
  ]
  const [first] = problems
  if (!first) return changedMeanwhile
  const { pointer: _pointer, code, detail: _detail, ...members } = first
  return refused(code, problems, members)
}

// Not on sale or dearer when the order was tried, as it should be when the question was asked.
const changedMeanwhile = new ServiceError(
  'version_conflict',
  'The store changed its products at this moment. Send the order again.',
)

function lineProblems({ position, productName, variantId, variants }: Line): OrderProblem[] {
  const at = `/items/${position - 1}`
  if (productName === null)
    return [{ pointer: `${at}/product_id`, code: 'product_not_found', detail: 'There is no such product on sale.' }]
  if (variantId !== null) return []
  const detail = `Say which variant of ${productName}: give the variant_id or the options of one in variants.`
  return [{ pointer: `${at}/variant_id`, code: 'variant_required', detail, variants }]
}

function totalProblems(lines: readonly Line[], exponent: number, expected: number | undefined): OrderProblem[] {
  const total = lines.reduce((sum, { priceMinor, quantity }) => sum + (priceMinor ?? 0) * quantity, 0)
  if (total > maxOrderMinor) {
    const detail = `The total of an order must be at most ${toMajor(maxOrderMinor, exponent)}. Order fewer items.`
    return [{ pointer: '/items', code: 'invalid_amount', detail }]
  }
  if (expected === undefined) return []
  const expectedMinor = toMinor(expected, exponent)
  if (expectedMinor === null) return [inexactAmount('/expected_total', exponent)]
  if (expectedMinor === total) return []
  const expected_total_amount = toMajor(total, exponent)
  const detail = `The items come to ${expected_total_amount} now. Show that to the shopper, and send it as expected_total.`
  return [{ pointer: '/expected_total', code: 'total_mismatch', detail, expected_total_amount }]
}
