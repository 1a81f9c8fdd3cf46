import * as z from 'zod'
import { refusal, type TranslatedRefusals } from '../../../platform/operation/refusals.ts'
import { isolated } from '../../../platform/values/isolated.ts'
import type { Language } from '../../../platform/values/language.ts'
import { limits } from '../../../platform/values/limits.ts'
import { Shipment } from '../order.ts'
import { noMembers, State, withAllowedActions } from './refused-state.ts'

type Moving = { readonly limit: string; readonly noneLeft: string }

/** Without `requested`, everything that is left of the item was to be moved, and nothing is. */
const tooMany = (words: Readonly<Record<Language, Moving>>) =>
  refusal(
    'invalid_transition',
    { ...State, product: z.string().optional(), requested: z.number().optional(), available: z.number() },
    {
      en: ({ product, available, requested }) =>
        requested === undefined
          ? `Nothing of "${product}" is left to ${words.en.noneLeft}.`
          : `Only ${available} ${words.en.limit}; ${requested} requested.`,
      ar: ({ product = '', available, requested }) =>
        requested === undefined
          ? `${words.ar.noneLeft} من «${isolated(product)}».`
          : `${words.ar.limit}: ${isolated(available)}، والمطلوب: ${isolated(requested)}.`,
    },
    {
      members: ({ available, requested }) => ({ ...(requested !== undefined && { requested }), available }),
      extra: withAllowedActions,
    },
  )

const tooManyBack = tooMany({
  en: { limit: 'were shipped and have not come back', noneLeft: 'come back' },
  ar: { limit: 'ما شُحن ولم يرجع بعد', noneLeft: 'لم يبقَ ما يمكن أن يرجع' },
})

/** Refusals of actions that move goods (drizzle/sql/areas/orders/move-goods.sql). */
export const goodsRefusals = {
  no_such_line: refusal(
    'invalid_input',
    State,
    {
      en: 'The order has no such item. Use the position or variant_id of one of its items, or its SKU or title as the order has it.',
      ar: 'هذا المنتج ليس ضمن الطلب. اختر منتجًا من منتجات الطلب.',
    },
    { problem: 'unknown_item', members: noMembers, extra: withAllowedActions },
  ),
  ambiguous_item: refusal(
    'ambiguous',
    {
      ...State,
      product: z.string(),
      candidates: z.array(z.object({ id: z.string(), title: z.string(), sku: z.string().nullable() })),
    },
    {
      en: ({ product, candidates }) =>
        `${candidates.length} variants of "${product}" could be meant. Send the variant_id of one in candidates.`,
      ar: ({ product }) => `في الطلب أكثر من خيار من «${isolated(product)}». حدّد الخيار المقصود.`,
    },
    { members: ({ candidates }) => ({ candidates }), extra: withAllowedActions },
  ),
  too_many_shipped: tooMany({
    en: { limit: 'can still be shipped', noneLeft: 'ship' },
    ar: { limit: 'ما يمكن شحنه بعد', noneLeft: 'لم يبقَ ما يمكن شحنه' },
  }),
  last_shipment: refusal(
    'limit_reached',
    State,
    {
      en: `An order can have at most ${limits.order.shipments} shipments. Ship all that is left at once: leave out items.`,
      ar: `أقصى عدد لشحنات الطلب: ${isolated(limits.order.shipments)}. اشحن كل ما تبقى دفعة واحدة.`,
    },
    { pointer: '/items', members: noMembers, extra: withAllowedActions },
  ),
  too_many_returned: tooManyBack,
  too_many_refused: tooManyBack,
  quantity_required: refusal(
    'quantity_required',
    { ...State, available: z.number() },
    {
      en: ({ available }) => `quantity is required: ${available} of this item could come back.`,
      ar: ({ available }) => `حدّد الكمية التي رجعت من هذا المنتج. أقصى كمية: ${isolated(available)}.`,
    },
    { members: ({ available }) => ({ available }), extra: withAllowedActions },
  ),
  already_shipped: refusal(
    'already_shipped',
    { ...State, shipments: z.array(Shipment.omit({ items: true })).default([]) },
    {
      en: 'This order was already shipped. To correct the carrier or the tracking, send PATCH /api/shipments/{id}.',
      ar: 'شُحن هذا الطلب من قبل. لتصحيح شركة الشحن أو بيانات التتبع، عدّل الشحنة نفسها.',
    },
    {
      members: ({ shipments }) => ({ shipments }),
      extra: withAllowedActions,
      forTools: () => 'This order was already shipped, with another carrier or tracking.',
    },
  ),
} as const satisfies TranslatedRefusals
