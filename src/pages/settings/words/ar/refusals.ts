import type { ErrorCode } from '../../../../platform/errors/errors.ts'

type Facts = Readonly<Record<string, unknown>>

const limitReached = ({ max_discounts, max_automatic_discounts, max_delivery_methods }: Facts): string => {
  if (max_discounts !== undefined) return `لا يزيد عدد الخصومات في المتجر على ${Number(max_discounts)}. احذف خصمًا أولًا.`
  if (max_automatic_discounts !== undefined)
    return `لا يزيد عدد الخصومات التلقائية المفعّلة في المتجر على ${Number(max_automatic_discounts)}، ومنها ما لم يبدأ بعد. أوقف خصمًا آخر أو احذفه أولًا.`
  if (max_delivery_methods !== undefined)
    return `لا يزيد عدد طرق التوصيل في المتجر على ${Number(max_delivery_methods)}. احذف طريقة أولًا.`
  return 'بلغت الحد الأقصى المسموح به.'
}

/**
 * What operations say in English about the refusals that the pages can meet, by code. Texts that say more are in the catalogue
 * of the page that shows them.
 */
export const refusals: Readonly<Partial<Record<ErrorCode, (facts: Facts) => string>>> = {
  limit_reached: limitReached,
  too_many_webhooks: ({ limit }) => `لا يزيد عدد الويب هوك في المتجر على ${Number(limit)}. احذف واحدًا أولًا.`,
  webhook_disabled: () => 'هذا الويب هوك متوقف. شغّله أولًا.',
  store_closed: () => 'أُغلق هذا المتجر، فلا يمكن تغيير شيء فيه. تواصل مع من يدير الخدمة.',
  store_creation_closed: () => 'لا يمكنك إنشاء متجر هنا. اطلب دعوة من مالك متجر أو ممن يدير الخدمة.',
  version_conflict: () => 'غيّر شخص آخر هذا بعد أن فتحته.',
  conflict: () => 'يتعارض هذا مع تغيير آخر، أو أنه نُفّذ من قبل.',
  duplicate: () => 'هذا موجود بالفعل.',
  last_owner: () => 'يجب أن يكون للمتجر مالك واحد على الأقل. اجعل عضوًا آخر مالكًا أولًا.',
  invalid_input: () => 'بعض ما أرسلته غير صالح.',
  idempotency_key_reused: () => 'أُرسل هذا النموذج من قبل بمحتوى آخر.',
  identity_provider_unavailable: () => 'الخدمة التي تتحقق من هويتك لا تستجيب.',
}

export const titles: Readonly<Partial<Record<ErrorCode, string>>> = {
  limit_reached: 'بلغت الحد الأقصى',
  too_many_webhooks: 'بلغت الحد الأقصى',
  webhook_disabled: 'الويب هوك متوقف',
  store_closed: 'المتجر مغلق',
  store_creation_closed: 'إنشاء المتاجر غير متاح',
  version_conflict: 'تغيّر هذا في هذه الأثناء',
  conflict: 'تعارض',
  duplicate: 'موجود بالفعل',
  last_owner: 'يجب أن يكون للمتجر مالك',
  invalid_input: 'بيانات غير صالحة',
  idempotency_key_reused: 'أُرسل النموذج من قبل',
  identity_provider_unavailable: 'تسجيل الدخول لا يعمل الآن',
}
