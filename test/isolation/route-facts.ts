import type { Scope } from '../../src/platform/auth/tokens/scopes.ts'

export const noGoods = {
  storeId: '',
  customerId: '',
  duplicateId: '',
  segmentId: '',
  productId: '',
  variantId: '',
  mediaId: '',
  priceChangeId: '',
  collectionId: '',
  deliveryMethodId: '',
  discountId: '',
  orderId: '',
  confirmedOrderId: '',
  shippedOrderId: '',
  deliveredOrderId: '',
  paymentId: '',
  shipmentId: '',
  tokenId: '',
  keyId: '',
  webhookId: '',
  deliveryId: '',
  channelId: '',
  conversationId: '',
  messageId: '',
  pageId: '',
  memberId: '',
  invitationId: '',
  receivedInvitationId: '',
}

export type GoodsName = keyof typeof noGoods

/** The ids of a shop's resources that requests can refer to. */
export type Goods = Readonly<Record<GoodsName, string>>

export const isGoodsName = (name: string): name is GoodsName => Object.hasOwn(noGoods, name)

export const goodsNames = Object.keys(noGoods).filter(isGoodsName)

export type Sample = {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The response about another store's resource: the error code of the problem, or of the single row of an import. */
type ForeignResponse = { readonly status: number; readonly code?: string; readonly row?: string }

export type RouteFacts = {
  /** A valid request. `unique` goes into fields that must be unique. */
  readonly sample: (goods: Goods, unique: string) => Sample
  /** Default: 200. */
  readonly status?: number
  /** Null: public, without a session. */
  readonly scope: Scope | null
  /** The goods that the request refers to, each with the response if it belongs to another store. Default: none. */
  readonly names?: Partial<Record<keyof Goods, ForeignResponse>>
  /** Round trips to the database. Default: 1. */
  readonly trips?: number
  /** The response to a retry with the same Idempotency-Key, if it is not a replay of the first response. */
  readonly repeated?: { readonly status: number; readonly code: string }
  /** For a paged list: whether it accepts a search term. */
  readonly list?: 'plain' | 'searched'
  /** The route returns a file, or accepts one and reports on each row. */
  readonly file?: true
  /** Somebody with several stores must choose one first. */
  readonly inOneStore?: true
  /** For a route with a body: a body with every field, which the fuzz tests mutate. */
  readonly full?: (goods: Goods) => unknown
  /** Concerns the user rather than a store. */
  readonly personal?: true
  /** A POST that is idempotent without an Idempotency-Key. */
  readonly repeatable?: true
  /** Round trips after the response, if there are any. */
  readonly tripsAfter?: number
  /** Each success consumes state that later requests would need, so only a few of many requests succeed. */
  readonly consumesState?: true
}

export const notFound = { status: 404, code: 'not_found' }
/** The response is an empty list. */
export const nothing = { status: 200 }

/** An NDJSON file of one line. */
export const jsonLine = (path: string, body: unknown): Sample => ({
  path,
  body,
  headers: { 'Content-Type': 'application/x-ndjson' },
})
