import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ErrorCode, ServiceError } from '../../platform/errors/errors.ts'
import { textOf } from '../../platform/tools/text.ts'

/** A result as data, and as text for hosts that hand text to the model (docs/assistants.md). */
export const toResult = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: textOf(value) }],
  structuredContent: value,
})

/** Where people do what tools cannot. */
export const peopleOnly = 'an owner or admin does it on the order, in the software where the store is managed.'

/** Where people do everything else that has no tool. */
export const byPeople = 'people do it in the software where the store is managed.'

/** Hints at the tool that helps. */
const hints: Partial<Record<ErrorCode, string>> = {
  not_found: 'Get ids from the list tools: list_products, list_orders, list_customers, list_conversations.',
  customer_not_found: 'list_customers returns the customers of this store and their ids.',
  unknown_customer: 'list_customers returns the customers of this store and their ids.',
  unknown_page: 'list_pages returns the pages of this store and their slugs.',
  product_not_found: 'list_products returns the products of this store and their ids.',
  variant_required: 'get_product returns the variants of a product and their ids.',
  insufficient_stock:
    'get_product returns how much of each variant is available; adjust_inventory changes the quantity on hand.',
  version_conflict:
    'get_order and get_product return the current version; get_product also returns the quantity on hand.',
  duplicate:
    'The list tools find the existing one: list_products by slug, SKU or barcode, list_customers by phone, list_discounts by code.',
  forbidden: `No tool can do this: ${peopleOnly}`,
  refund_required: `No tool refunds: ${peopleOnly}`,
  already_shipped: `No tool corrects the carrier or the tracking of a shipment: ${byPeople}`,
  ambiguous: 'The same call works with the id of one of the candidates.',
  idempotency_key_reused:
    'A new action needs a new idempotency_key. A retry needs the same key and the same arguments.',
  database_unavailable: 'The same call can be retried. With the same idempotency_key, a write happens at most once.',
}

/** An error for the model to read and act on. */
export const toErrorResult = (
  { code, message, errors, extra, retryAfter }: ServiceError,
  requestId: string,
): CallToolResult => ({
  isError: true,
  content: [
    {
      type: 'text',
      text: JSON.stringify({
        code,
        detail: message,
        ...(hints[code] && { hint: hints[code] }),
        ...(errors.length > 0 && { errors }),
        ...extra,
        ...(retryAfter !== undefined && { retry_after_seconds: retryAfter }),
        request_id: requestId,
      }),
    },
  ],
})
