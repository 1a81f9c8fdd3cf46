import * as z from 'zod'
import { refusal, type TranslatedRefusals } from '../../platform/operation/refusals.ts'

const slugTaken = refusal(
  'duplicate',
  {},
  {
    en: 'Another store uses this slug or has used it before. Choose another one.',
    ar: 'يستخدم متجر آخر هذا الرابط أو استخدمه من قبل. اختر رابطًا آخر.',
  },
  { pointer: '/slug' },
)

/** Refusals of app.create_store and app.claim_slug (drizzle/sql/areas/stores/create-store.sql). */
export const storeWriteRefusals = {
  slug_taken: slugTaken,
  stores_slug_key: slugTaken,
  owner_required: refusal(
    'forbidden',
    {},
    {
      en: 'Only an owner of the store can change max_adjustment_percent.',
      ar: 'لا يغيّر أقصى نسبة للتعديل إلا مالك المتجر.',
    },
  ),
  store_creation_closed: refusal(
    'store_creation_closed',
    { creation: z.enum(['invited', 'none']) },
    {
      en: ({ creation }) =>
        creation === 'none'
          ? 'Nobody can create stores here. Ask whoever runs this service.'
          : 'Only people who belong to a store can create another one here. Ask an owner or admin of a store to invite you.',
      ar: ({ creation }) =>
        creation === 'none'
          ? 'لا يمكن إنشاء متاجر هنا. تواصل مع من يدير الخدمة.'
          : 'لا ينشئ متجرًا هنا إلا من هو عضو في متجر. اطلب دعوة من مالك متجر أو مدير فيه.',
    },
    { members: () => ({}) },
  ),
  limit_reached: refusal(
    'limit_reached',
    { max_slugs: z.int() },
    {
      en: ({ max_slugs }) => `A store can use at most ${max_slugs} slugs over time. Choose one that it used before.`,
      ar: ({ max_slugs }) =>
        `الحد الأقصى لروابط المتجر مع السابقة منها: ${max_slugs}. اختر رابطًا سبق أن استخدمه المتجر.`,
    },
    { members: () => ({}) },
  ),
  too_many_stores: refusal(
    'rate_limited',
    { max_stores: z.int(), wait_seconds: z.int() },
    {
      en: ({ max_stores }) =>
        `You can create at most ${max_stores} stores in 24 hours. Try again after the number of seconds in Retry-After.`,
      ar: ({ max_stores }) => `الحد الأقصى للمتاجر الجديدة في 24 ساعة: ${max_stores}. حاول لاحقًا.`,
    },
    { members: () => ({}), retryAfter: ({ wait_seconds }) => wait_seconds },
  ),
} as const satisfies TranslatedRefusals
