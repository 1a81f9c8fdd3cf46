import type { ErrorCode } from '../../errors/errors.ts'
import { absentInArabic } from '../../errors/absent-in-arabic.ts'

/** `shopper`: the detail for shoppers, if they read another one. */
export type ArabicText = { readonly title: string; readonly detail: string; readonly shopper?: string }

const again = 'حاول مرة أخرى بعد قليل.'
const reload = 'حدّث الصفحة ثم حاول مرة أخرى.'
const signIn = 'سجّل الدخول من جديد.'

const unreadable = { title: 'طلب غير صالح', detail: `تعذّرت قراءة الطلب. ${reload}` }

const absent = { title: 'غير موجود', detail: absentInArabic }

/** What people read for errors, by code. A refusal that has words of its own, in its table, takes only the title. */
export const arabicTexts = {
  invalid_json: unreadable,
  unsupported_media_type: unreadable,
  invalid_header: unreadable,
  invalid_idempotency_key: unreadable,
  method_not_allowed: { title: 'طلب غير صالح', detail: 'هذا الرابط لا يقبل هذا الطلب.' },
  request_timeout: { title: 'انتهت المهلة', detail: `استغرق الإرسال وقتًا طويلًا. ${again}` },
  payload_too_large: { title: 'الطلب كبير جدًا', detail: 'ما أرسلته أكبر من المسموح. صغّره أو قسّمه ثم أرسله مرة أخرى.' },
  answer_too_large: { title: 'النتائج كثيرة', detail: 'النتائج أكثر مما يمكن عرضه. اطلب عددًا أقل.' },
  page_too_deep: { title: 'صفحة بعيدة', detail: 'لا يمكن فتح صفحة بعيدة إلى هذا الحد. ابحث أو استخدم التصفية.' },
  invalid_input: { title: 'بيانات غير صحيحة', detail: 'راجع البيانات ثم حاول مرة أخرى.' },
  unauthenticated: { title: 'سجّل الدخول', detail: `لم تسجّل الدخول أو انتهت جلستك. ${signIn}` },
  invalid_token: { title: 'تسجيل دخول غير صالح', detail: `تعذّر التحقق من هويتك. ${signIn}` },
  token_expired: { title: 'انتهت الجلسة', detail: `انتهت جلستك. ${signIn}` },
  recent_sign_in_required: {
    title: 'سجّل الدخول من جديد',
    detail: `لحماية المتجر، يتطلب هذا تسجيل دخول خلال آخر 15 دقيقة. ${signIn}`,
  },
  identity_provider_unavailable: {
    title: 'تسجيل الدخول لا يعمل الآن',
    detail: `الخدمة التي تتحقق من هويتك لا تستجيب. ${again}`,
  },
  forbidden: { title: 'غير مسموح', detail: 'دورك في هذا المتجر لا يسمح بهذا. تواصل مع مالك المتجر أو أحد مديريه.' },
  store_closed: {
    title: 'المتجر مغلق',
    detail: 'أُغلق هذا المتجر، فلا يمكن تغيير شيء فيه. تواصل مع من يدير الخدمة.',
  },
  store_creation_closed: {
    title: 'إنشاء المتاجر غير متاح',
    detail: 'لا يمكنك إنشاء متجر هنا. اطلب دعوة من مالك متجر أو ممن يدير الخدمة.',
  },
  sum_too_large: { title: 'مجموع كبير جدًا', detail: 'المجموع أكبر من أن يُعرض بدقة. اختر فترة أقصر.' },
  store_required: { title: 'اختر المتجر', detail: 'لديك أكثر من متجر. اختر واحدًا منها.' },
  store_not_found: {
    title: 'المتجر غير موجود',
    detail: 'لست عضوًا في متجر بهذا الاسم. تأكد من الرابط، أو اقبل دعوتك أولًا.',
  },
  not_found: {
    title: 'غير موجود',
    detail: 'لم نجد ما طلبته. ربما حُذف، أو كُتب الرابط بشكل خاطئ.',
    shopper: 'لا يوجد شيء منشور على هذا الرابط. تأكد من الرابط.',
  },
  unknown_customer: absent,
  unknown_order: absent,
  unknown_product: absent,
  unknown_variant: absent,
  unknown_channel: absent,
  unknown_segment: absent,
  unknown_member: absent,
  unknown_page: absent,
  unknown_platform: absent,
  ambiguous: { title: 'أكثر من نتيجة', detail: 'يطابق هذا أكثر من نتيجة. اختر واحدة منها.' },
  version_conflict: {
    title: 'تغيّر هذا في هذه الأثناء',
    detail: 'غيّر شخص آخر هذا بعد أن فتحته. حدّث الصفحة ثم أعد تعديلك.',
  },
  conflict: { title: 'تعارض', detail: `تغيّرت البيانات أثناء الطلب. ${reload}` },
  duplicate: { title: 'موجود بالفعل', detail: 'هذا موجود بالفعل.' },
  idempotency_key_reused: {
    title: 'طلب مكرر',
    detail: 'أُرسل هذا الطلب من قبل ببيانات أخرى. حدّث الصفحة ثم أرسله من جديد.',
    shopper: 'سبق أن أرسلت هذا ببيانات أخرى. اسأل المتجر هل وصله قبل أن ترسله من جديد.',
  },
  limit_reached: { title: 'بلغت الحد الأقصى', detail: 'بلغت الحد الأقصى المسموح به.' },
  too_many_webhooks: { title: 'بلغت الحد الأقصى', detail: 'بلغت الحد الأقصى المسموح به.' },
  webhook_disabled: { title: 'الويب هوك متوقف', detail: 'هذا الويب هوك متوقف. شغّله أولًا.' },
  last_owner: {
    title: 'يجب أن يكون للمتجر مالك',
    detail: 'يجب أن يكون للمتجر مالك واحد على الأقل. اجعل عضوًا آخر مالكًا أولًا.',
  },
  rate_limited: { title: 'محاولات كثيرة', detail: `أرسلت طلبات كثيرة في وقت قصير. ${again}` },
  database_unavailable: { title: 'الخدمة غير متاحة', detail: `الخدمة غير متاحة الآن. ${again}` },
  not_configured: {
    title: 'ميزة غير مُفعّلة',
    detail: 'هذه الميزة غير مُفعّلة. تواصل مع من يدير الخدمة.',
    shopper: 'هذه الخدمة غير مفعّلة في هذا المتجر.',
  },
  internal_error: { title: 'حدث خطأ', detail: `حدث خطأ من جهتنا. ${again}` },
  challenge_required: { title: 'التحقق مطلوب', detail: 'أكمل التحقق من أنك لست برنامجًا آليًا ثم أرسل من جديد.' },
  challenge_failed: { title: 'لم ينجح التحقق', detail: 'لم ينجح التحقق أو انتهت صلاحيته. أعد التحقق ثم أرسل من جديد.' },
  challenge_unavailable: { title: 'التحقق غير متاح', detail: `تعذّر التحقق الآن. ${again}` },
  // Their details are those of the refusals.
  insufficient_stock: { title: 'الكمية غير متوفرة', detail: 'الكمية المطلوبة غير متوفرة.' },
  invalid_transition: { title: 'الإجراء غير ممكن', detail: 'حالة الطلب لا تسمح بهذا الإجراء.' },
  refund_required: { title: 'رد المبلغ مطلوب', detail: 'لهذا الطلب مبلغ مدفوع. ردّه أولًا.' },
  already_shipped: { title: 'شُحن الطلب من قبل', detail: 'شُحن هذا الطلب من قبل.' },
  cannot_undo: { title: 'لا يمكن التراجع', detail: 'لم يعد التراجع عن هذا الإجراء ممكنًا.' },
  quantity_required: { title: 'الكمية مطلوبة', detail: 'حدّد الكمية أولًا.' },
  more_than_due: { title: 'أكثر من المستحق', detail: 'المبلغ أكبر من المستحق على الطلب.' },
  customer_not_found: { title: 'العميل غير موجود', detail: 'لا يوجد هذا العميل في متاجرك.' },
  customer_anonymized: { title: 'حُذفت بيانات العميل', detail: 'حُذفت بيانات هذا العميل، فلا يمكن استخدامه.' },
  quantity_limit: { title: 'الكمية أكبر من المسموح', detail: 'الكمية أكبر من المسموح.' },
  unknown_collection: { title: 'القسم غير موجود', detail: 'لا يوجد قسم بهذا الاسم. تأكد من الرابط.' },
  product_not_found: { title: 'المنتج غير موجود', detail: 'هذا المنتج غير معروض للبيع.' },
  variant_required: { title: 'اختر نوع المنتج', detail: 'اختر نوع المنتج أولًا.' },
  invalid_amount: { title: 'مبلغ غير صحيح', detail: 'المبلغ غير صحيح.' },
  total_changed: { title: 'تغيّر الإجمالي', detail: 'تغيّر الإجمالي. راجع الطلب ثم أكّده من جديد.' },
  discount_not_found: { title: 'كود غير صحيح', detail: 'كود الخصم غير صحيح.' },
  discount_not_started: { title: 'لم يبدأ الخصم', detail: 'لم يبدأ هذا الخصم بعد.' },
  discount_ended: { title: 'انتهى الخصم', detail: 'انتهى هذا الخصم.' },
  discount_used_up: { title: 'انتهى الخصم', detail: 'استُنفد هذا الخصم.' },
  discount_not_applicable: { title: 'الخصم لا يشمل طلبك', detail: 'لا يشمل هذا الخصم طلبك.' },
  discount_below_minimum: { title: 'الطلب أقل من الحد الأدنى', detail: 'طلبك أقل من الحد الأدنى لهذا الخصم.' },
  delivery_method_not_found: { title: 'طريقة التوصيل غير موجودة', detail: 'اختر طريقة توصيل أخرى.' },
  delivery_method_not_offered: { title: 'طريقة التوصيل غير متاحة', detail: 'اختر طريقة توصيل أخرى.' },
  destination_required: { title: 'عنوان التوصيل مطلوب', detail: 'اختر البلد والمنطقة.' },
  not_delivered_there: { title: 'لا يوجد توصيل إلى هذا العنوان', detail: 'لا يوصل المتجر إلى هذا العنوان.' },
} as const satisfies Partial<Record<ErrorCode, ArabicText>>
