import * as z from 'zod'
import type { ErrorCode } from '../errors/errors.ts'
import { absentInArabic } from '../errors/absent-in-arabic.ts'
import type { FilterKind } from '../references/filter.ts'
import { type ReferenceKind, referenceKinds } from '../references/reference.ts'
import { isolated } from '../values/isolated.ts'
import { refusal, type Refusals, type TranslatedRefusals } from './refusals.ts'

/** What app.expect_access_below_limit refuses. */
export const accessRefusals = {
  limit_reached: refusal(
    'limit_reached',
    { max_valid: z.int() },
    {
      en: ({ max_valid }) =>
        `The store already has ${max_valid} that are valid, which is the limit. Revoke some first.`,
      ar: ({ max_valid }) => `بلغ المتجر الحد الأقصى للساري منها: ${max_valid}. ألغِ بعضها أولًا.`,
    },
    { members: () => ({}) },
  ),
  own_limit_reached: refusal(
    'limit_reached',
    { max_own: z.int() },
    {
      en: ({ max_own }) =>
        `You already have ${max_own} valid ones of this kind in this store, which is the limit for one person. Revoke some first.`,
      ar: ({ max_own }) => `بلغت حدّك من الساري منها في هذا المتجر: ${max_own}. ألغِ بعضها أولًا.`,
    },
    { members: () => ({}) },
  ),
} as const satisfies TranslatedRefusals

/** What app.expect_amounts refuses: amounts that are too large or have more decimals than the currency. */
export const amountRefusals = {
  invalid_amount: refusal(
    'invalid_amount',
    { max_amount: z.number(), decimals: z.int() },
    {
      en: ({ max_amount, decimals }) =>
        `Amounts must be at most ${max_amount} and have at most ${decimals} decimals. What you send is never rounded.`,
      ar: ({ max_amount }) => `المبلغ غير صحيح. أقصى مبلغ مسموح به هو ${max_amount}.`,
    },
  ),
} as const satisfies TranslatedRefusals

/** Refusals of app.stored_images (drizzle/sql/areas/media/media.sql). */
export const imageRefusals = {
  media_not_found: refusal(
    'media_not_found',
    {},
    'The store has no such file. It may have been deleted; upload it again.',
  ),
} as const satisfies Refusals

const shownAs = (kind: ReferenceKind, name: string) =>
  kind === 'order' ? `#${name}` : kind === 'customer' ? name : `"${name}"`

const called = (kind: ReferenceKind) => kind.replaceAll('_', ' ')

const kind = z.enum(referenceKinds)

const Candidate = z.object({
  id: z.string(),
  title: z.string().optional(),
  sku: z.string().nullish(),
  name: z.string().optional(),
  phone: z.string().nullish(),
})

export const Unknown = { kind, name: z.string(), stores: z.int() }

/** For example: No order #1204 in this store. */
export const noneNamed = (facts: z.output<z.ZodObject<typeof Unknown>>): string =>
  `No ${called(facts.kind)} ${shownAs(facts.kind, facts.name)} in ${facts.stores === 1 ? 'this store' : 'your stores'}.`

/** What people call it in Arabic, in a sentence that says that it was not found, or that several were. */
const arabicKinds = {
  order: 'طلب',
  product: 'منتج',
  variant: 'خيار',
  customer: 'عميل',
  collection: 'مجموعة',
  discount: 'خصم',
  delivery_method: 'طريقة توصيل',
  page: 'صفحة',
} as const satisfies Record<ReferenceKind, string>

const feminine: ReadonlySet<ReferenceKind> = new Set(['collection', 'delivery_method', 'page'])

/** A kind and what it matches, in Arabic, whose verbs depend on the kind. */
const matching = (kind: ReferenceKind, name: string) =>
  `${arabicKinds[kind]} ${feminine.has(kind) ? 'تطابق' : 'يطابق'} ${isolated(shownAs(kind, name))}`

const unknownName = refusal(
  'not_found',
  Unknown,
  {
    en: noneNamed,
    ar: ({ kind, name }) => `${feminine.has(kind) ? 'لا توجد' : 'لا يوجد'} في متاجرك ${matching(kind, name)}.`,
  },
  { members: () => ({}) },
)

const Several = { kind, name: z.string(), candidates: z.array(Candidate) }

/** For a name that matches several resources, which candidates lists. */
const ambiguousName = refusal(
  'ambiguous',
  Several,
  {
    en: ({ kind, name, candidates }) =>
      `${candidates.length} ${called(kind)}s match ${shownAs(kind, name)}. Send the id of one in candidates.`,
    ar: ({ kind, name }) => `أكثر من ${matching(kind, name)}. حدّد ${feminine.has(kind) ? 'المقصودة' : 'المقصود'}.`,
  },
  { members: ({ candidates }) => ({ candidates }) },
)

/** Refusals of app.find (drizzle/sql/platform/references/find.sql). */
export const referenceRefusals = {
  name_not_found: unknownName,
  order_name_not_found: unknownName,
  delivery_method_name_not_found: unknownName,
  ambiguous_name: ambiguousName,
} as const satisfies TranslatedRefusals

/** Facts of a refused filter. */
const Absent = { stores: z.int() }

/** For a filter by something that none of the caller's stores has. */
export const unknownFilter = (code: ErrorCode, thing: string, step = 'Check the filter') =>
  refusal(
    code,
    Absent,
    {
      en: ({ stores }) =>
        `No such ${thing} in ${stores === 1 ? 'this store' : 'your stores'}. ${step}, or leave it out.`,
      ar: absentInArabic,
    },
    { members: () => ({}) },
  )

/** Refusals of app.expect_filter (drizzle/sql/platform/references/filters.sql). */
export const filterRefusals = {
  unknown_customer: unknownFilter('unknown_customer', 'customer'),
  unknown_order: unknownFilter('unknown_order', 'order'),
  unknown_product: unknownFilter('unknown_product', 'product'),
  unknown_variant: unknownFilter('unknown_variant', 'variant'),
  unknown_channel: unknownFilter('unknown_channel', 'channel'),
  unknown_segment: unknownFilter('unknown_segment', 'segment'),
  unknown_member: unknownFilter('unknown_member', 'member'),
  unknown_page: unknownFilter('unknown_page', 'page'),
  unknown_platform: refusal(
    'unknown_platform',
    Absent,
    {
      en: ({ stores }) =>
        `No order of ${stores === 1 ? 'this store' : 'your stores'} has this platform. Check its spelling, or leave it out.`,
      ar: absentInArabic,
    },
    { members: () => ({}) },
  ),
} as const satisfies TranslatedRefusals & Record<`unknown_${FilterKind}`, unknown>
