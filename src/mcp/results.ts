import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ErrorCode, ServiceError } from '../errors.ts'

/** What was done or found: as data, and the same as text for hosts that know no data. */
export const answered = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
  structuredContent: value,
})

/** Which tool has what is missing. */
const where: Partial<Record<ErrorCode, string>> = {
  not_found:
    'Ids of this store come from its list tools: list_products, list_orders, list_customers, list_conversations.',
  customer_not_found: 'list_customers has the customers of this store and their ids.',
  product_not_found: 'list_products has the products of this store and their ids.',
  variant_required: 'get_product has the variants of a product with their ids.',
  insufficient_stock: 'get_product has what is available of each variant; adjust_inventory changes what is on hand.',
  version_conflict: 'get_order and get_product have the present version; get_product has what is on hand, too.',
  duplicate: 'list_products finds the product that has it, by slug, SKU or barcode.',
  idempotency_key_reused:
    'A new action takes a new idempotency_key; a retry takes the same key and the same arguments.',
  database_unavailable: 'The same call can be sent again; a write with the same idempotency_key is done once at most.',
}

/** What was refused and why, for the model to read and act on. */
export const refusal = (
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
        ...(where[code] && { hint: where[code] }),
        ...(errors.length > 0 && { errors }),
        ...extra,
        ...(retryAfter !== undefined && { retry_after_seconds: retryAfter }),
        request_id: requestId,
      }),
    },
  ],
})
