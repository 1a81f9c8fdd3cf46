import type { Problem, ServiceError } from '../../errors/errors.ts'
import { moreProblems } from '../../errors/more-problems.ts'
import type { Reader } from '../reader.ts'
import { type ArabicText, arabicTexts } from './arabic-texts.ts'

const texts: Readonly<Partial<Record<string, ArabicText>>> = arabicTexts

const invalid = 'القيمة غير صحيحة.'

/** What is wrong with a field, by the code of the problem. */
const fieldProblems: Readonly<Partial<Record<string, string>>> = {
  invalid_type: invalid,
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
  currency: 'العملة',
  timezone: 'المنطقة الزمنية',
  slug: 'الرابط',
  items: 'المنتجات',
  shipping_address: 'العنوان',
  notes: 'الملاحظات',
  subject: 'الموضوع',
  body: 'الرسالة',
  discount_code: 'كود الخصم',
  payment_method: 'طريقة الدفع',
  po_number: 'رقم أمر الشراء',
  delivery_method_id: 'طريقة التوصيل',
}

/** What an error says to people. */
export type Said = Pick<ServiceError, 'errors' | 'extra'> & { readonly title: string; readonly detail: string }

/** The error for somebody who reads Arabic; undefined if it exists in English only. */
export function inArabic(error: ServiceError, { isShopper }: Pick<Reader, 'isShopper'>): Said | undefined {
  const known = texts[error.code] ?? (isShopper ? arabicTexts.internal_error : undefined)
  if (!known || error.arabic === null) return undefined
  const { title } = known
  const translated = error.arabic?.()
  if (translated) return { title, detail: translated.message, errors: translated.errors, extra: translated.extra }
  // A merchant learns more from the exact words in English, and a shopper reads nothing else.
  if (!isShopper && !error.errors.every(isKnown)) return undefined
  const errors = error.errors.map((problem) => ({ ...problem, detail: problemInArabic(problem, isShopper) }))
  const [first, ...others] = errors
  return {
    title,
    detail: first
      ? first.detail + (others.length > 0 ? moreProblems.ar(others.length) : '')
      : detailOf(known, isShopper),
    errors,
    extra: error.extra,
  }
}

const detailOf = ({ detail, shopper = detail }: ArabicText, isShopper: boolean) => (isShopper ? shopper : detail)

const isKnown = ({ code }: Problem): boolean => (texts[code] ?? fieldProblems[code]) !== undefined

function problemInArabic({ pointer, code, detail }: Problem, isShopper: boolean): string {
  const known = texts[code]
  if (known) return detailOf(known, isShopper)
  const isMissing = detail.endsWith('is required')
  const what = fieldProblems[isMissing ? 'required' : code] ?? invalid
  const field = pointer.split('/').findLast((step) => !/^\d*$/.test(step))
  return field === undefined ? what : `${fieldNames[field] ?? field}: ${what}`
}
