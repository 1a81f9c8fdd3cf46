import type { Scope } from '../../src/auth/tokens/scopes.ts'

export const goodsNames = [
  'storeId',
  'customerId',
  'duplicateId',
  'segmentId',
  'productId',
  'variantId',
  'orderId',
  'confirmedOrderId',
  'shippedOrderId',
  'deliveredOrderId',
  'tokenId',
  'channelId',
  'conversationId',
  'messageId',
  'pageId',
  'memberId',
  'invitationId',
  'receivedInvitationId',
] as const

/** What a shop has, as far as requests name it. */
export type Goods = Readonly<Record<GoodsName, string>>

export type GoodsName = (typeof goodsNames)[number]

export const isGoodsName = (name: string): name is GoodsName => goodsNames.some((known) => known === name)

export const noGoods: Goods = {
  storeId: '',
  customerId: '',
  duplicateId: '',
  segmentId: '',
  productId: '',
  variantId: '',
  orderId: '',
  confirmedOrderId: '',
  shippedOrderId: '',
  deliveredOrderId: '',
  tokenId: '',
  channelId: '',
  conversationId: '',
  messageId: '',
  pageId: '',
  memberId: '',
  invitationId: '',
  receivedInvitationId: '',
}

export type Sample = {
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What a request is told of a thing of another store: a code in its problem, or in the one row of an import. */
type Told = { readonly status: number; readonly code?: string; readonly row?: string }

export type RouteFacts = {
  /** A good request. `unique` keeps what must be unlike every other apart. */
  readonly sample: (goods: Goods, unique: string) => Sample
  readonly status: number
  /** Null: open to all, without a session. */
  readonly scope: Scope | null
  /** What the request names, and how it is answered where that is another store's: as if it did not exist. */
  readonly names: Partial<Record<keyof Goods, Told>>
  /** How a POST is answered that comes again with its Idempotency-Key, where that is not the first answer over again. */
  readonly repeated?: { readonly status: number; readonly code: string }
  /** Of a route that gives a list, page by page: whether it takes a search term. */
  readonly list?: 'plain' | 'searched'
  /** Of a route that answers with a file, or takes one and answers row by row. */
  readonly file?: true
  /** Of a route that takes a body: one with every field there is, for the fuzz to break. */
  readonly full?: (goods: Goods) => unknown
  /** About the shop's owner as a person, whatever stores they belong to. */
  readonly personal?: true
  /** A POST that is safe to repeat by itself, so that it looks at no Idempotency-Key. */
  readonly repeatable?: true
  /** The state that it asks for is soon used up, so that of many requests few get through. */
  readonly usedUp?: true
}

export const notFound = { status: 404, code: 'not_found' }
/** An empty list. */
export const nothing = { status: 200 }

/** A file of one line. */
export const jsonLine = (path: string, body: unknown): Sample => ({
  path,
  body,
  headers: { 'Content-Type': 'application/x-ndjson' },
})
