import type { ErrorCode } from '../../../src/platform/errors/errors.ts'
import { arabicProblems } from '../../../src/platform/http/arabic-problems.ts'
import { problemKinds } from '../../../src/platform/http/problem.ts'
import { actionNames } from '../../../src/areas/orders/actions/order-actions.ts'
import { type Json, pascal, refTo } from './json.ts'

const isCode = (name: string): name is ErrorCode => name in problemKinds
export const errorCodes = Object.keys(problemKinds).filter(isCode)
export const statusOf = (code: ErrorCode): number => problemKinds[code].status

const text = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }

const allowed_actions = {
  type: 'array',
  items: { type: 'string', enum: actionNames },
  description: 'Actions that you can take now. Only for orders',
}

const variants = {
  type: 'array',
  description: 'The variants to choose from',
  items: {
    type: 'object',
    required: ['id', 'title', 'options'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      title: text,
      sku: { type: ['string', 'null'] },
      options: { type: 'object', additionalProperties: text },
    },
  },
}

const left_out = {
  type: 'object',
  description: 'How many rows of which list are missing, because the response would be too large',
  additionalProperties: { type: 'integer' },
}

const stores = {
  type: 'array',
  description: 'The stores to choose from',
  items: {
    type: 'object',
    required: ['id', 'slug', 'name'],
    properties: { id: { type: 'string', format: 'uuid' }, slug: text, name: text },
  },
}

const candidates = {
  type: 'array',
  description: 'What the name may refer to',
  items: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      title: text,
      sku: { type: ['string', 'null'] },
      name: text,
      phone: { type: ['string', 'null'] },
    },
  },
}

/** Members that only problems of a code have, besides those of every problem. */
const members: Partial<Record<ErrorCode, { readonly properties: Json; readonly required?: readonly string[] }>> = {
  ambiguous: { properties: { candidates }, required: ['candidates'] },
  customer_not_found: { properties: {} },
  forbidden: { properties: { allowed_actions } },
  insufficient_scope: {
    properties: { scopes: { type: 'array', items: text, description: 'One of these scopes is enough' } },
  },
  insufficient_stock: { properties: { available: number, requested: number, allowed_actions } },
  invalid_amount: { properties: { max_amount: number, decimals: integer } },
  invalid_transition: {
    properties: { allowed_actions, available: number, requested: number, refundable_amount: number },
  },
  too_many_webhooks: { properties: { limit: integer }, required: ['limit'] },
  deliveries_pending: { properties: { limit: integer }, required: ['limit'] },
  webhook_disabled: { properties: { disabled_reason: text }, required: ['disabled_reason'] },
  limit_reached: { properties: { limit: integer, max_bytes: integer, used_bytes: integer, bytes: integer } },
  media_in_use: {
    properties: {
      products: { ...integer, description: 'How many products show the file' },
      collections: { ...integer, description: 'How many collections show it' },
      storefront: { type: 'boolean', description: 'Whether the storefront shows it' },
    },
  },
  not_found: {
    properties: {
      merged_into: { type: 'string', format: 'uuid', description: 'The customer that this customer was merged into' },
    },
  },
  quantity_limit: { properties: { limit: integer } },
  rate_limited: { properties: { limit: integer } },
  already_shipped: { properties: { allowed_actions, shipments: { type: 'array', items: { type: 'object' } } } },
  quantity_required: { properties: { available: integer, allowed_actions } },
  cannot_undo: { properties: { allowed_actions } },
  refund_required: { properties: { allowed_actions, refundable_amount: number } },
  store_required: { properties: { stores }, required: ['stores'] },
  sum_too_large: { properties: { figure: { ...text, description: 'Name of the field' } }, required: ['figure'] },
  delivery_method_not_offered: { properties: { reason: text } },
  more_than_due: { properties: { due: number } },
  discount_below_minimum: {
    properties: {
      min_subtotal: { type: ['number', 'null'] },
      min_quantity: { type: ['integer', 'null'] },
      subtotal: number,
      quantity: integer,
    },
  },
  discount_ended: { properties: { ended_at: text } },
  discount_not_started: { properties: { starts_at: text } },
  not_delivered_there: { properties: { reason: text } },
  total_changed: { properties: { expected_total_amount: number, quote: refTo('Quote') } },
  total_mismatch: {
    properties: {
      expected_amount: number,
      expected_total_amount: number,
      max_adjustment_percent: number,
      min_total_amount: number,
      max_total_amount: number,
    },
  },
  variant_required: { properties: { variants } },
}

/** Shoppers may read it in Arabic. */
const titleOf = (code: ErrorCode, title: string): Json => {
  const arabic = Object.entries(arabicProblems).find(([known]) => known === code)?.[1].title
  return arabic === undefined ? { const: title } : { enum: [title, arabic] }
}

const problem: Json = {
  type: 'object',
  description: 'An error, as in RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id', 'errors'],
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Identifies the code. A page that explains it' },
    title: { ...text, description: 'The code in words' },
    status: { ...integer, description: 'The HTTP status' },
    detail: { ...text, description: 'What went wrong and what to do, in English. Its wording may change' },
    code: { ...text, description: 'Stable, so compare this in your code' },
    request_id: { ...text, description: 'As in X-Request-Id. Include it when you report a problem' },
    errors: {
      type: 'array',
      description: 'Every problem with the input, up to 100',
      maxItems: 100,
      items: refTo('FieldProblem'),
    },
    left_out,
  },
}

const fieldProblem: Json = {
  type: 'object',
  description: 'One problem with the input. Other members depend on the code.',
  required: ['pointer', 'code', 'detail'],
  properties: {
    pointer: { ...text, description: 'JSON pointer to the field in the body or query (RFC 6901)' },
    code: { ...text, description: 'The code of the problem, or the rule of the field that was broken' },
    detail: text,
    left_out,
  },
  additionalProperties: true,
}

/** Each problem has the members of its own code. */
const fieldProblemsWith = (properties: Json): Json => ({
  type: 'array',
  items: { allOf: [refTo('FieldProblem'), { type: 'object', properties }] },
})

const nameOf = (code: ErrorCode) => `${pascal(code)}Problem`

/** One schema per code, so that clients can tell errors apart by `code`. */
export function problemSchemas(codes: ReadonlySet<ErrorCode>): Json {
  const own = [...codes].toSorted().map((code) => {
    const { status, title } = problemKinds[code]
    const { properties = {}, required = [] } = members[code] ?? {}
    const schema = {
      allOf: [
        refTo('Problem'),
        {
          type: 'object',
          required: ['code', 'status', 'title', ...required],
          properties: {
            code: { const: code },
            status: { const: status },
            title: titleOf(code, title),
            ...properties,
            ...(Object.keys(properties).length > 0 && { errors: fieldProblemsWith(properties) }),
          },
        },
      ],
    }
    return [nameOf(code), schema] as const
  })
  return { Problem: problem, FieldProblem: fieldProblem, ...Object.fromEntries(own) }
}

/** The schema of a response with any of these codes. Each names its own, so no discriminator is needed. */
export function oneProblemOf(codes: readonly ErrorCode[]): Json {
  const refs = codes.map((code) => refTo(nameOf(code)))
  const [first] = refs
  return first !== undefined && refs.length === 1 ? first : { oneOf: refs }
}
