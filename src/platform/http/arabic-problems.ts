import type { ErrorCode, Problem, ServiceError } from '../errors/errors.ts'
import { moreProblems } from '../errors/more-problems.ts'

type Text = { readonly title: string; readonly detail: string }

const again = 'حاول مرة أخرى بعد قليل.'

/** What shoppers read for errors that no refusal has words for. Texts of refusals are in their own tables. */
export const arabicProblems = {
  invalid_json: { title: 'طلب غير صالح', detail: 'تعذّرت قراءة الطلب. حدّث الصفحة ثم حاول مرة أخرى.' },
  invalid_idempotency_key: { title: 'طلب غير صالح', detail: 'تعذّرت معالجة الطلب. حدّث الصفحة ثم حاول مرة أخرى.' },
  not_found: { title: 'غير موجود', detail: 'لا يوجد شيء منشور على هذا الرابط. تأكد من الرابط.' },
  method_not_allowed: { title: 'طلب غير صالح', detail: 'هذا الرابط لا يقبل هذا الطلب.' },
  request_timeout: { title: 'انتهت المهلة', detail: `استغرق الإرسال وقتًا طويلًا. ${again}` },
  payload_too_large: { title: 'الطلب كبير جدًا', detail: 'ما أرسلته أكبر من المسموح. اختصره ثم أرسله مرة أخرى.' },
  answer_too_large: { title: 'النتائج كثيرة', detail: 'النتائج أكثر مما يمكن عرضه. اطلب عددًا أقل.' },
  unsupported_media_type: { title: 'طلب غير صالح', detail: 'تعذّرت قراءة الطلب. حدّث الصفحة ثم حاول مرة أخرى.' },
  invalid_input: { title: 'بيانات غير صحيحة', detail: 'راجع البيانات ثم حاول مرة أخرى.' },
  page_too_deep: { title: 'صفحة بعيدة', detail: 'لا يمكن فتح صفحة بعيدة إلى هذا الحد. ابحث أو استخدم التصفية.' },
  idempotency_key_reused: {
    title: 'طلب مكرر',
    detail: 'أُرسل هذا الطلب من قبل ببيانات أخرى. حدّث الصفحة ثم أرسله من جديد.',
  },
  conflict: { title: 'تعارض', detail: 'تغيّرت البيانات أثناء الطلب. حدّث الصفحة ثم حاول مرة أخرى.' },
  challenge_required: { title: 'التحقق مطلوب', detail: 'أكمل التحقق من أنك لست برنامجًا آليًا ثم أرسل من جديد.' },
  challenge_failed: { title: 'لم ينجح التحقق', detail: 'لم ينجح التحقق أو انتهت صلاحيته. أعد التحقق ثم أرسل من جديد.' },
  challenge_unavailable: { title: 'التحقق غير متاح', detail: `تعذّر التحقق الآن. ${again}` },
  rate_limited: { title: 'محاولات كثيرة', detail: `أرسلت طلبات كثيرة في وقت قصير. ${again}` },
  database_unavailable: { title: 'الخدمة غير متاحة', detail: `الخدمة غير متاحة الآن. ${again}` },
  not_configured: { title: 'الخدمة غير متاحة', detail: 'هذه الخدمة غير مفعّلة في هذا المتجر.' },
  internal_error: { title: 'حدث خطأ', detail: `حدث خطأ من جهتنا. ${again}` },
  // Their details are those of the refusals.
  insufficient_stock: { title: 'الكمية غير متوفرة', detail: 'الكمية المطلوبة غير متوفرة.' },
  limit_reached: { title: 'بلغت الحد الأقصى', detail: 'بلغت الحد الأقصى من الطلبات.' },
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
} as const satisfies Partial<Record<ErrorCode, Text>>

const texts: Readonly<Partial<Record<string, Text>>> = arabicProblems

/** What is wrong with a field, by the code of the problem. */
const fieldProblems: Readonly<Partial<Record<string, string>>> = {
  required: 'هذا الحقل مطلوب.',
  invalid_phone: 'اكتب رقمًا صحيحًا مع رمز الدولة، مثل ‎+965 5000 0001، أو اختر البلد.',
  too_big: 'القيمة أكبر أو أطول من المسموح.',
  too_small: 'القيمة ناقصة أو أقل من المسموح.',
  invalid_format: 'الصيغة غير صحيحة.',
  unknown_field: 'حقل غير معروف.',
  conflicting_fields: 'لا يمكن اختيار هاتين القيمتين معًا.',
}

const fieldNames: Readonly<Partial<Record<string, string>>> = {
  name: 'الاسم',
  phone: 'رقم الهاتف',
  email: 'البريد الإلكتروني',
  country: 'البلد',
  region: 'المحافظة أو المنطقة الإدارية',
  city: 'المدينة',
  area: 'الحي أو المنطقة السكنية',
  line1: 'القطعة والشارع والمبنى',
  postal_code: 'الرمز البريدي',
  recipient: 'اسم المستلم',
  address: 'العنوان',
  quantity: 'الكمية',
  items: 'المنتجات',
  shipping_address: 'العنوان',
  notes: 'الملاحظات',
  subject: 'الموضوع',
  body: 'الرسالة',
  discount_code: 'كود الخصم',
  payment_method: 'طريقة الدفع',
  delivery_method_id: 'طريقة التوصيل',
}

/** The title, detail and problems of an error for a shopper who reads Arabic. */
export function inArabic({ code, message, errors, isTranslated }: ServiceError) {
  const { title, detail } = texts[code] ?? arabicProblems.internal_error
  if (isTranslated) return { title, detail: message, errors }
  const problems = errors.map((problem) => ({ ...problem, detail: problemInArabic(problem) }))
  const [first, ...others] = problems
  return {
    title,
    detail: first ? first.detail + (others.length > 0 ? moreProblems.ar(others.length) : '') : detail,
    errors: problems,
  }
}

function problemInArabic({ pointer, code, detail }: Problem): string {
  const known = texts[code]
  if (known) return known.detail
  const isMissing = detail.endsWith('is required')
  const what = fieldProblems[isMissing ? 'required' : code] ?? 'القيمة غير صحيحة.'
  const field = pointer.split('/').findLast((step) => !/^\d*$/.test(step))
  return field === undefined ? what : `${fieldNames[field] ?? field}: ${what}`
}
