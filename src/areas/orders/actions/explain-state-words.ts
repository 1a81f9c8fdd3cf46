import type { FulfillmentStatus, holdReasons, OrderStatus } from '../../../platform/db/schema/order-states.ts'
import type { Language } from '../../../platform/values/language.ts'
import type { OrderAction } from './order-actions.ts'

export type HoldReason = (typeof holdReasons)[number]

/** What `explainState` says, in one language. */
export type StateWords = {
  /** How people call the action. */
  readonly step: (action: OrderAction) => string
  readonly cannot: (action: OrderAction, obstacle: string) => string
  readonly first: (step: string) => string
  /** For items that can come back only once it is known whether the customer received them. */
  readonly returnUndelivered: (refuse: string, deliver: string) => string
  readonly onHold: (reason: HoldReason | null) => string
  readonly status: (status: OrderStatus) => string
  readonly fulfillment: (fulfillment: FulfillmentStatus) => string
  readonly nothingShipped: string
  readonly delivered: string
  readonly notDelivered: string
  readonly someUnshipped: string
  readonly allShipped: string
  readonly itemsOut: string
  readonly noItemsOut: string
  readonly paid: string
  readonly notPaid: string
  readonly nothingDue: string
}

const englishVerbs: Readonly<Record<OrderAction, string>> = {
  confirm: 'confirm',
  hold: 'hold',
  prepare: 'prepare',
  ship: 'ship',
  deliver: 'deliver',
  payments: 'record a payment for',
  refunds: 'refund',
  return: 'return items of',
  refuse: 'take back refused items of',
  cancel: 'cancel',
  complete: 'complete',
  notes: 'add a note to',
}

/** As the buttons of the console say it. */
const arabicSteps: Readonly<Record<OrderAction, string>> = {
  confirm: 'تأكيد',
  hold: 'تعليق',
  prepare: 'تجهيز',
  ship: 'شحن',
  deliver: 'تسليم',
  payments: 'تسجيل دفعة',
  refunds: 'رد مبلغ',
  return: 'إرجاع',
  refuse: 'رفض الاستلام',
  cancel: 'إلغاء',
  complete: 'إكمال',
  notes: 'ملاحظة',
}

const arabicVerbs: Readonly<Record<OrderAction, string>> = {
  confirm: 'تأكيد هذا الطلب',
  hold: 'تعليق هذا الطلب',
  prepare: 'تجهيز هذا الطلب',
  ship: 'شحن هذا الطلب',
  deliver: 'تسليم هذا الطلب',
  payments: 'تسجيل دفعة لهذا الطلب',
  refunds: 'رد مبلغ من هذا الطلب',
  return: 'إرجاع منتجات من هذا الطلب',
  refuse: 'تسجيل رفض استلام هذا الطلب',
  cancel: 'إلغاء هذا الطلب',
  complete: 'إكمال هذا الطلب',
  notes: 'إضافة ملاحظة إلى هذا الطلب',
}

export const arabicStatuses: Readonly<Record<OrderStatus, string>> = {
  pending: 'بانتظار التأكيد',
  confirmed: 'مؤكد',
  completed: 'مكتمل',
  cancelled: 'ملغى',
}

const arabicFulfillments: Readonly<Record<FulfillmentStatus, string>> = {
  unfulfilled: 'لم يُشحن الطلب',
  preparing: 'الطلب قيد التجهيز',
  partially_shipped: 'شُحن الطلب جزئيًا',
  shipped: 'تم شحن الطلب',
  delivered: 'تم توصيل الطلب',
  partially_returned: 'الطلب مرتجع جزئيًا',
  returned: 'الطلب مرتجع',
}

const arabicHoldReasons: Readonly<Record<HoldReason, string>> = {
  no_answer: 'لا يرد',
  call_later: 'الاتصال لاحقًا',
  wrong_number: 'رقم خاطئ',
  incomplete_address: 'العنوان ناقص',
  awaiting_payment: 'بانتظار الدفع',
  suspected_fraud: 'اشتباه احتيال',
  out_of_stock: 'غير متوفر',
  duplicate: 'مكرر',
  customer_blocked: 'العميل محظور',
  other: 'سبب آخر',
}

export const stateWords: Readonly<Record<Language, StateWords>> = {
  en: {
    step: (action) => action,
    cannot: (action, obstacle) => `Cannot ${englishVerbs[action]} this order: ${obstacle}.`,
    first: (step) => `First: ${step}.`,
    returnUndelivered: (refuse, deliver) =>
      `Cannot return items of this order: it was not delivered, and something is due. If they were refused: ${refuse}. If they were received, first: ${deliver}.`,
    onHold: (reason) => `it is on hold (${reason})`,
    status: (status) => `it is ${status}`,
    fulfillment: (fulfillment) => `it is ${fulfillment}`,
    nothingShipped: 'nothing was shipped',
    delivered: 'it was delivered',
    notDelivered: 'it was not delivered',
    someUnshipped: 'some items were not shipped',
    allShipped: 'every item was shipped',
    itemsOut: 'items that were shipped have not come back',
    noItemsOut: 'no item that was shipped is left to come back',
    paid: 'it has a payment',
    notPaid: 'no payment is left to refund',
    nothingDue: 'nothing is due',
  },
  ar: {
    step: (action) => `«${arabicSteps[action]}»`,
    cannot: (action, obstacle) => `لا يمكن ${arabicVerbs[action]}: ${obstacle}.`,
    first: (step) => `ابدأ بهذا الإجراء: ${step}.`,
    returnUndelivered: (refuse, deliver) =>
      `لا يمكن إرجاع منتجات من هذا الطلب: لم يُسلَّم وعليه مبلغ مستحق. إذا رفض العميل استلامها فاختر ${refuse}، وإذا استلمها فاختر ${deliver} أولًا.`,
    onHold: (reason) => (reason === null ? 'الطلب معلّق' : `الطلب معلّق (${arabicHoldReasons[reason]})`),
    status: (status) => `الطلب ${arabicStatuses[status]}`,
    fulfillment: (fulfillment) => arabicFulfillments[fulfillment],
    nothingShipped: 'لم يُشحن شيء من الطلب',
    delivered: 'تم تسليم الطلب',
    notDelivered: 'لم يُسلَّم الطلب بعد',
    someUnshipped: 'بعض المنتجات لم تُشحن بعد',
    allShipped: 'شُحنت جميع المنتجات',
    itemsOut: 'هناك منتجات شُحنت ولم ترجع بعد',
    noItemsOut: 'لم يبقَ من المنتجات المشحونة ما يمكن أن يرجع',
    paid: 'للطلب مبلغ مدفوع',
    notPaid: 'لم يبقَ مبلغ مدفوع يمكن رده',
    nothingDue: 'لا يوجد مبلغ مستحق',
  },
}
