import type { ErrorCode } from '../../../src/platform/errors/errors.ts'
import { actionNames } from '../../../src/areas/orders/actions/order-actions.ts'
import { type Json, refTo } from './json.ts'

const text = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }

const id = { type: 'string', format: 'uuid' }
const merged_into = { ...id, description: 'The customer that this customer was merged into' }

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

export const left_out = {
  type: 'object',
  description: 'How many rows of which list are missing, because the response would be too large',
  additionalProperties: { type: 'integer' },
}

const sign_in_url = { ...text, description: 'Where to sign in again: a path of this service' }

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
export const members: Partial<Record<ErrorCode, { readonly properties: Json; readonly required?: readonly string[] }>> =
  {
    ambiguous: { properties: { candidates, allowed_actions }, required: ['candidates'] },
    conflict: { properties: { changes: integer } },
    customer_not_found: { properties: { merged_into } },
    discount_not_applicable: { properties: { name: text } },
    forbidden: { properties: { allowed_actions, event_type: text } },
    insufficient_scope: {
      properties: {
        scopes: { type: 'array', items: text, description: 'One of these scopes is enough' },
        event: text,
        scope: text,
      },
    },
    insufficient_stock: { properties: { available: number, requested: number, allowed_actions } },
    invalid_input: {
      properties: {
        column: { ...text, description: 'Of a file' },
        allowed_actions,
        option: text,
        value: { type: ['string', 'null'] },
        variants: {
          ...variants,
          description: 'Those that have the value of the option',
          items: { ...variants.items, required: ['id', 'title'] },
        },
        max_orders: integer,
        max_conversations: integer,
        product: text,
        variant: text,
        compare_at_price: number,
        price: number,
        rows: integer,
        types: { type: 'array', items: text },
        count: integer,
        products: { type: 'array', items: { type: 'object' } },
        position: integer,
      },
    },
    invalid_amount: { properties: { max_amount: number, decimals: integer } },
    invalid_transition: {
      properties: { allowed_actions, available: number, requested: number, refundable_amount: number },
    },
    too_many_webhooks: { properties: { limit: integer }, required: ['limit'] },
    deliveries_pending: { properties: { limit: integer }, required: ['limit'] },
    webhook_disabled: { properties: { disabled_reason: text }, required: ['disabled_reason'] },
    limit_reached: {
      properties: {
        limit: integer,
        max_bytes: integer,
        used_bytes: integer,
        bytes: integer,
        max_products: integer,
        max_new_webhooks: integer,
        max_discounts: integer,
        max_automatic_discounts: integer,
        max_delivery_methods: integer,
        max_segments: integer,
        max_collections: integer,
        allowed_actions,
      },
    },
    media_in_use: {
      properties: {
        products: { ...integer, description: 'How many products show the file' },
        collections: { ...integer, description: 'How many collections show it' },
        storefront: { type: 'boolean', description: 'Whether the storefront shows it' },
      },
    },
    not_found: {
      properties: { merged_into, newest_version: { type: ['integer', 'null'] } },
    },
    version_conflict: { properties: { on_hand: integer } },
    cannot_reply: { properties: { reason: text } },
    collection_in_use: { properties: { discounts: { type: 'array', items: { type: 'object' } } } },
    quantity_limit: { properties: { limit: integer } },
    rate_limited: { properties: { limit: integer } },
    already_shipped: { properties: { allowed_actions, shipments: { type: 'array', items: { type: 'object' } } } },
    quantity_required: { properties: { available: integer, allowed_actions } },
    cannot_undo: { properties: { allowed_actions, undo: text, by: text } },
    recent_sign_in_required: { properties: { sign_in_url }, required: ['sign_in_url'] },
    refund_required: { properties: { allowed_actions, refundable_amount: number } },
    store_required: { properties: { stores }, required: ['stores'] },
    sum_too_large: { properties: { figure: { ...text, description: 'Name of the field' } }, required: ['figure'] },
    delivery_method_not_offered: { properties: { reason: text } },
    more_than_due: { properties: { due: number, allowed_actions } },
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
    total_changed: {
      properties: { expected_total_amount: number, quote: refTo('Quote') },
      required: ['expected_total_amount', 'quote'],
    },
    total_mismatch: {
      properties: {
        computed_total_amount: number,
        expected_amount: number,
        expected_total_amount: number,
        max_adjustment_percent: number,
        min_total_amount: number,
        max_total_amount: number,
      },
    },
    duplicate: {
      properties: {
        sku: { ...text, description: 'The SKU of another variant, as written, that is the same as this one' },
        product: { ...text, description: 'Title of its product. Absent if it is a variant of the same request' },
        variant_id: id,
        webhook_id: id,
        channel_id: id,
        token_id: id,
        key_id: id,
        discount_id: id,
        collection_id: id,
        name: text,
      },
    },
    variant_required: { properties: { variants } },
  }
