import * as z from 'zod'
import { amountRefusals } from '../../../platform/operation/shared-refusals.ts'
import { refusal, type TranslatedRefusals } from '../../../platform/operation/refusals.ts'
import { orderRefusals } from '../order-refusals.ts'
import { explainState } from './explain-state.ts'
import { arabicStatuses } from './explain-state-words.ts'
import { goodsRefusals } from './goods-refusals.ts'
import { actionNames } from './order-actions.ts'
import { inMajorUnits, noMembers, refundableAmount, State, withAllowedActions } from './refused-state.ts'
import { callText } from './tool-calls.ts'

/** Refusals of app.take_action. */
export const actionRefusals = {
  ...amountRefusals,
  insufficient_stock: orderRefusals.insufficient_stock,
  invalid_transition: refusal(
    'invalid_transition',
    { ...State, action: z.enum(actionNames) },
    { en: (state) => explainState(state, 'en'), ar: (state) => explainState(state, 'ar') },
    {
      members: noMembers,
      extra: withAllowedActions,
      forTools: (state) => explainState(state, 'en', callText),
    },
  ),
  refund_required: refusal(
    'refund_required',
    State,
    {
      en: ({ refundable_amount, decimals }) =>
        `${refundable_amount.toFixed(decimals)} was paid for this order. Refund it first, then cancel.`,
      ar: (state) => `دُفع لهذا الطلب ${inMajorUnits(state, state.refundable_amount)}. ردّ المبلغ أولًا، ثم ألغِ الطلب.`,
    },
    { members: refundableAmount, extra: withAllowedActions },
  ),
  not_by_role: refusal(
    'forbidden',
    State,
    {
      en: ({ status }) => `Only an owner or admin of the store can do this with a ${status} order.`,
      ar: ({ status }) => `هذا الإجراء متاح لمالك المتجر ومديريه فقط في هذه الحالة من الطلب: ${arabicStatuses[status]}.`,
    },
    { members: noMembers, extra: withAllowedActions },
  ),
  ...goodsRefusals,
  refund_exceeds_paid: refusal(
    'invalid_transition',
    State,
    {
      en: ({ refundable_amount, decimals }) => `At most ${refundable_amount.toFixed(decimals)} can still be refunded.`,
      ar: (state) => `أقصى مبلغ يمكن رده: ${inMajorUnits(state, state.refundable_amount)}.`,
    },
    {
      pointer: '/amount',
      members: refundableAmount,
      extra: withAllowedActions,
    },
  ),
  more_than_due: refusal(
    'more_than_due',
    { ...State, due: z.number() },
    {
      en: ({ due, decimals }) =>
        due > 0
          ? `${due.toFixed(decimals)} is due. Send at most that. If more was really received, a signed-in person can record it with overpayment: true.`
          : 'Nothing is due on this order. If more was really received, a signed-in person can record it with overpayment: true.',
      ar: (state) =>
        state.due > 0
          ? `المستحق على هذا الطلب ${inMajorUnits(state, state.due)}. لا تسجّل أكثر منه، إلا إذا استلمت مبلغًا أكبر فعلًا فسجّله على أنه دفعة زائدة.`
          : 'لا يوجد مبلغ مستحق على هذا الطلب. إذا استلمت مبلغًا فعلًا فسجّله على أنه دفعة زائدة.',
    },
    { pointer: '/amount', members: ({ due }) => ({ due }), extra: withAllowedActions },
  ),
  not_due_again: refusal(
    'invalid_input',
    State,
    {
      en: 'Nothing would be due after this refund. Leave out due_again.',
      ar: 'لن يبقى مبلغ مستحق بعد هذا الرد. ألغِ اختيار أن يدفعه العميل من جديد.',
    },
    { pointer: '/due_again', problem: 'options_contradict', members: noMembers },
  ),
} as const satisfies TranslatedRefusals
