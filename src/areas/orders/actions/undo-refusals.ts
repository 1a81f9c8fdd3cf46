import * as z from 'zod'
import { refusal, type TranslatedRefusals } from '../../../platform/operation/refusals.ts'
import { orderRefusals } from '../order-refusals.ts'
import { actionRefusals } from './action-refusals.ts'
import { stateWords } from './explain-state-words.ts'
import { actionNames } from './order-actions.ts'
import { noMembers, State, withAllowedActions } from './refused-state.ts'

const laterChanges = ['refunded', 'paid', 'cancelled', 'changed', 'discount_used'] as const

const arabicChanges: Readonly<Record<(typeof laterChanges)[number], string>> = {
  refunded: 'رُدّ مبلغ من الطلب',
  paid: 'سُجّلت دفعة للطلب',
  cancelled: 'أُلغي الطلب',
  changed: 'عُدّل الطلب',
  discount_used: 'استنفد طلب آخر خصم هذا الطلب',
}

/** Refusals of app.undo_action. */
export const undoRefusals = {
  insufficient_stock: orderRefusals.insufficient_stock,
  not_by_role: actionRefusals.not_by_role,
  nothing_to_undo: refusal(
    'cannot_undo',
    State,
    {
      en: 'There is nothing to take back: only prepare, ship, deliver, complete, return and refuse can be, and only if they were taken here.',
      ar: 'لا يوجد ما يمكن التراجع عنه. يمكن التراجع عن التجهيز والشحن والتسليم والإكمال والإرجاع ورفض الاستلام فقط، إذا سُجّلت هنا.',
    },
    { members: noMembers, extra: withAllowedActions },
  ),
  undo_blocked: refusal(
    'cannot_undo',
    { ...State, undo: z.enum(actionNames), by: z.enum(laterChanges) },
    {
      en: ({ undo, by }) =>
        `${by === 'discount_used' ? 'Another order has used up its discount' : `The order was ${by}`} since. ${undo} can no longer be taken back.`,
      ar: ({ undo, by }) => `${arabicChanges[by]} بعد ذلك. لم يعد التراجع عن ${stateWords.ar.step(undo)} ممكنًا.`,
    },
    { members: ({ undo, by }) => ({ undo, by }), extra: withAllowedActions },
  ),
} as const satisfies TranslatedRefusals
