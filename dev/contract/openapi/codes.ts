import type { Scope } from '../../../src/platform/auth/tokens/scopes.ts'
import { grantedBy, rolesByScope } from '../../../src/platform/auth/tokens/scopes.ts'
import type { ErrorCode } from '../../../src/platform/errors/errors.ts'
import type { FilterKind } from '../../../src/platform/references/filter.ts'
import type { Refusals } from '../../../src/platform/operation/refusals.ts'

/** Any request can be answered with these. */
const always = ['rate_limited', 'internal_error', 'database_unavailable'] as const

/** Requests with a session or an API key: authentication, X-Store-Id and unknown query parameters. */
const withSession = [
  'unauthenticated',
  'invalid_token',
  'token_expired',
  'store_not_found',
  'invalid_input',
  'identity_provider_unavailable',
] as const

export const withBody = ['invalid_json', 'unsupported_media_type', 'payload_too_large', 'request_timeout'] as const

export const ofWrites = ['invalid_idempotency_key', 'idempotency_key_reused', 'conflict'] as const

type Facts = {
  readonly id: string
  readonly scope: Scope
  readonly refusals: Refusals
  readonly mayNeedSignIn?: boolean | undefined
  readonly isWrite: boolean
  readonly hasBody: boolean
  readonly hasPathParameters: boolean
  /** Whether the path or the query takes a name in place of an id. */
  readonly hasReference: boolean
  /** What the query filters by that must exist. */
  readonly filters: readonly FilterKind[]
  readonly isVersioned: boolean
  readonly isPaged: boolean
}

/** Every code that a route behind a session or an API key can answer with. */
export function codesOf({ id, scope, refusals, ...facts }: Facts): readonly ErrorCode[] {
  return unique([
    ...always,
    ...withSession,
    ...(rolesByScope[scope].length < 4 ? (['forbidden'] as const) : []),
    ...ofKeys(scope),
    ...(facts.mayNeedSignIn ? (['recent_sign_in_required'] as const) : []),
    ...(facts.hasPathParameters ? (['not_found'] as const) : []),
    ...(facts.hasReference ? (['not_found', 'ambiguous', 'store_required'] as const) : []),
    ...facts.filters.map((kind) => `unknown_${kind}` as const),
    ...(facts.isPaged ? (['page_too_deep', 'answer_too_large'] as const) : []),
    ...(facts.hasBody ? withBody : []),
    ...(facts.isWrite ? [...ofWrites, 'store_closed' as const] : []),
    ...(facts.isVersioned ? (['version_conflict', 'invalid_header'] as const) : []),
    ...refusedCodes(refusals),
    ...more(id),
  ])
}

/** No API key is ever without a scope that lets it read its store. */
function ofKeys(scope: Scope): readonly ErrorCode[] {
  if (scope === 'stores:read') return []
  return grantedBy(scope).length === 0 ? ['session_required'] : ['insufficient_scope']
}

export const refusedCodes = (refusals: Refusals): readonly ErrorCode[] =>
  Object.values(refusals).map(({ code }) => code)

const unique = (codes: readonly ErrorCode[]): readonly ErrorCode[] => [...new Set(codes)]

export const publicCodes = (codes: readonly ErrorCode[]): readonly ErrorCode[] => unique([...always, ...codes])

/** About a single store, which the request has to name if the caller has several. */
const ofOneStore = [
  'count_orders',
  'get_home',
  'search_store',
  'change_orders',
  'import_orders',
  'import_products',
  'import_customers',
  'create_product',
  'update_prices',
  'undo_prices',
  'create_media',
  'create_media_from_url',
  'create_collection',
  'create_delivery_method',
  'create_discount',
  'create_customer',
  'create_segment',
  'create_channel',
  'invite_member',
  'remove_member',
  'change_member',
  'get_member',
  'get_order',
  'quote_order',
  'get_storefront',
  'update_storefront',
  'publish_storefront',
  'rollback_storefront',
  'create_page',
  'mint_token',
  'create_api_key',
  'create_webhook',
]

const ofAnalytics = [
  'get_sales_summary',
  'get_sales',
  'get_top_products',
  'get_platforms',
  'get_customer_sales',
  'get_cod_funnel',
  'get_discount_sales',
  'get_city_sales',
]

const ofUploads = ['invalid_image', 'unsupported_media_type', 'storage_unavailable', 'not_configured'] as const

/** Codes that are thrown outside the tables of refusals. The tests fail if one is missing. */
const thrown: Readonly<Record<string, readonly ErrorCode[]>> = {
  create_media: [...ofUploads, 'request_timeout'],
  create_media_from_url: [...ofUploads, 'image_unreachable'],
  mint_token: ['duplicate', 'not_found'],
  create_api_key: ['duplicate', 'not_found'],
  create_channel: ['duplicate', 'not_configured'],
  update_channel: ['not_configured'],
  create_webhook: ['duplicate', 'not_configured', 'unsafe_address'],
  update_webhook: ['unsafe_address'],
  rotate_webhook_secret: ['duplicate', 'not_configured'],
  rotate_channel_secret: ['duplicate', 'not_configured'],
  sign_out: ['not_found'],
  adjust_inventory: ['not_found', 'ambiguous', 'store_required'],
  create_order: ['ambiguous', 'store_required'],
  quote_order: ['ambiguous'],
  update_order: ['ambiguous', 'store_required'],
  change_orders: ['not_found'],
  merge_customers: ['not_found', 'ambiguous', 'store_required'],
  update_prices: ['ambiguous'],
  create_collection: ['not_found', 'ambiguous'],
  create_discount: ['not_found', 'ambiguous'],
  update_discount: ['ambiguous', 'store_required'],
  update_collection: ['ambiguous', 'store_required'],
  set_collection_products: ['ambiguous', 'store_required'],
}

const more = (id: string): readonly ErrorCode[] => [
  ...(ofOneStore.includes(id) || ofAnalytics.includes(id) ? (['store_required'] as const) : []),
  ...(ofAnalytics.includes(id) ? (['sum_too_large'] as const) : []),
  ...(thrown[id] ?? []),
]
