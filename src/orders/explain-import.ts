import * as z from 'zod'
import type { Problem } from '../errors.ts'
import { inexactAmount, toMinor } from '../money.ts'
import type { Into, Refused } from '../transfer/import-rows.ts'
import { explainBy, tells } from '../transfer/refusals.ts'
import { shippedOf } from './life-so-far.ts'
import {
  amountProblems,
  customerAnonymized,
  type Line as OrderLine,
  lineProblems,
  noCustomer,
  stockProblems,
} from './order-problems.ts'
import type { OrderRecord } from './order-record.ts'

/** Why an order of an import was refused. */
export function explainImport(refused: Refused, record: OrderRecord, into: Into): readonly Problem[] {
  const problems = problemsOf(refused, record, into)
  return problems.length > 0 ? problems : [explainBy(refusals, refused, into)]
}

function problemsOf(refused: Refused, record: OrderRecord, { exponent }: Into): readonly Problem[] {
  const lines = linesOf(refused)
  switch (refused.code) {
    case 'order_refused':
      return [...lineProblems(lines).map((problem) => bySku(problem, record)), ...amountProblems(record, exponent)]
    case 'inventory_enough': {
      const shipped = shippedOf(record)
      const items = record.items.map((item, at) => ({ ...item, quantity: item.quantity - (shipped[at] ?? 0) }))
      return stockProblems({ items }, lines)
    }
    case 'invalid_amount':
      return (['paid_amount', 'refunded_amount'] as const)
        .filter((field) => toMinor(record[field] ?? 0, exponent) === null)
        .map((field) => inexactAmount(`/${field}`, exponent))
    case 'other_statuses':
      return Object.entries(statusesIn(refused)).map(([field, status]) => ({
        pointer: `/${field}`,
        code: 'status_differs',
        detail: `By what was shipped, returned, paid and refunded this is ${status}. Correct what the row says of that, or leave ${field} empty.`,
      }))
    default:
      return []
  }
}

/** A product that was named by its SKU alone is missing under that. */
function bySku(problem: Problem, { items }: OrderRecord): Problem {
  const [, index] = /^\/items\/(\d+)\/product_id$/.exec(problem.pointer) ?? []
  const item = items[Number(index)]
  if (!item || item.product_id !== undefined || item.variant_sku === undefined) return problem
  return {
    ...problem,
    pointer: `/items/${index}/variant_sku`,
    detail: 'There is no variant with this SKU in the store. Import the products first.',
  }
}

const linesOf = ({ lines }: Refused): readonly OrderLine[] => (Array.isArray(lines) ? lines : [])

const statusesIn = ({ detail }: Refused) => z.record(z.string(), z.string()).parse(JSON.parse(detail ?? '{}'))

const refusals = {
  customer_not_found: () => ({
    ...noCustomer,
    detail:
      'There is no such customer in the store. To make one, give customer_name and a customer_id, customer_phone or customer_email.',
  }),
  invalid_transition: tells(
    '/status',
    'invalid_transition',
    'No order comes to this: one that is cancelled keeps no money and has nothing with the customer, one that was delivered or completed was shipped in full, and what is refunded was paid. Correct the row, or leave its statuses empty.',
  ),
  not_by_role: tells(
    '/status',
    'forbidden',
    'Only an owner or admin of the store may import orders with refunds, and those that were cancelled after they were confirmed or completed without being paid. Ask one of them.',
  ),
  refund_exceeds_paid: tells('/refunded_amount', 'invalid_amount', 'More cannot have been refunded than was paid.'),
  customer_anonymized: () => customerAnonymized,
  orders_external_key: tells('/external_id', 'duplicate', 'An order of this store has this external_id.'),
}
