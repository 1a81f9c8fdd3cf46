import type { Goods, Sample } from '../../test/isolation/route-facts.ts'

/** What the full store has that a costly request names. */
export type Full = Goods & {
  readonly slug: string
  /** 100 variants of one product, and 100 products. */
  readonly variantIds: readonly string[]
  readonly productIds: readonly string[]
  readonly productSlugs: readonly string[]
  /** 50 products of one variant each. */
  readonly simpleSlugs: readonly string[]
  /** More than most have: 2,000 orders, half of all messages, a tenth of all events. */
  readonly busyCustomerId: string
  readonly busyConversationId: string
  readonly busyMemberId: string
  readonly busyOrderId: string
  /** Of 1,000 products, and with 20 rules. */
  readonly manualCollectionId: string
  readonly ruledCollectionId: string
  /** A WhatsApp channel. */
  readonly hook: { readonly id: string; readonly account: string; readonly secret: string }
}

export type Call = Sample & { readonly route: string; readonly anonymous?: boolean }
