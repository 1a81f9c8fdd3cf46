import { refusal, type TranslatedRefusals } from '../../../platform/operation/refusals.ts'
import { noMembers, State, withAllowedActions } from './refused-state.ts'

/** Refusals of app.void_payment. */
export const voidRefusals = {
  payment_not_found: refusal(
    'not_found',
    {},
    {
      en: 'This order has no such payment. List its payments to find the id.',
      ar: 'لا توجد هذه الدفعة في الطلب. اختر دفعة من دفعات الطلب.',
    },
  ),
  not_a_payment: refusal(
    'invalid_transition',
    {},
    { en: 'This is a refund. Only payments can be taken back.', ar: 'هذا مبلغ مُسترد. لا يمكن التراجع إلا عن الدفعات.' },
  ),
  payment_of_software: refusal(
    'invalid_transition',
    {},
    {
      en: 'Software recorded this payment with an API key, so the money may have been moved. Record a refund instead.',
      ar: 'سجّل برنامج هذه الدفعة بمفتاح API، وربما حُوّل المبلغ فعلًا. سجّل رد مبلغ بدلًا من ذلك.',
    },
  ),
  payment_refunded: refusal(
    'invalid_transition',
    State,
    {
      en: 'Some of it was refunded, and what was refunded was received. This payment cannot be taken back.',
      ar: 'رُدّ جزء من هذه الدفعة، ولا يُرد إلا ما استُلم. لذلك لا يمكن التراجع عنها.',
    },
    { members: noMembers, extra: withAllowedActions },
  ),
} as const satisfies TranslatedRefusals
