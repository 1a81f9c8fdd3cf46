import { type Context, Hono } from 'hono'
import type * as z from 'zod'
import { ServiceError } from '../../../platform/errors/errors.ts'
import { removeMember } from '../../../areas/members/remove-member.ts'
import { getStoreById } from '../../../areas/stores/get-store-by-id.ts'
import { type ShopperLimit, shopperLimits } from '../../../areas/stores/store.ts'
import { updateStore } from '../../../areas/stores/update-store.ts'
import { callerInStoreOf, inStore } from './in-store.ts'
import { show } from '../page/page.tsx'
import { type ProfileDraft, type ProfileField, profileFields } from './profile-form.tsx'
import { profilePage } from './profile-page.tsx'
import { readForm } from '../page/read-form.ts'
import { type AdjustmentField, boundsIn } from './adjustment-fields.tsx'
import { shopperLimitFields } from './shopper-limit-fields.tsx'
import { pathTo } from '../ui/store-nav.tsx'
import { noStorePage } from './store-routes.tsx'
import type { Language } from '../../../platform/values/language.ts'
import { formatsIn, wordsIn } from '../words/words.ts'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'

/** Settings, Store. */
export const profileRoutes = new Hono<PageEnv>()
  .use(withWebSession)
  .get('/', (c) => overview(c, c.req.query('store')))
  .post('/', async (c) => {
    const form = await readForm(c)
    const caller = callerInStoreOf(c, form)
    const submitted = draftOf(Number(form.get('version')), (field) => form.get(field)?.trim() ?? '')
    const { values, version } = submitted
    const { max_adjustment_admin: _admin, max_adjustment_staff: _staff, ...profile } = values
    const parsed = updateStore.input.safeParse({
      ...profile,
      contact_email: values.contact_email || null,
      contact_phone: values.contact_phone || null,
      contact_address: values.contact_address || null,
      ...numbersIn(form),
      max_adjustment_percent: boundsIn(form),
      store_id: caller.storeId,
      expected_version: version,
    })
    const requestedStore = form.get('store') ?? ''
    if (!parsed.success)
      return overview(c, requestedStore, {
        draft: { ...submitted, errors: errorsByField(parsed.error, c.var.language) },
        reason: 'input',
      })
    try {
      const { slug } = await updateStore(caller, parsed.data)
      return c.redirect(pathTo('store', { store: slug, done: 'saved' }), 303)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.code === 'duplicate')
        return overview(c, requestedStore, {
          draft: { ...submitted, errors: { slug: wordsIn(c.var.language).store.slugTaken } },
          reason: 'input',
        })
      if (error.code === 'version_conflict')
        return overview(c, requestedStore, { draft: submitted, reason: 'conflict' })
      throw error
    }
  })
  .post('/leave', async (c) => {
    const form = await readForm(c)
    const requestedStore = form.get('store') ?? ''
    const current = await inStore(c, requestedStore)
    try {
      if (current.store) await removeMember(current.caller, { member_id: current.me.id })
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'last_owner')) throw error
      return overview(c, requestedStore, { reason: 'last_owner' })
    }
    return c.redirect('/settings/left', 303)
  })

const refusedStatus = { input: 422, conflict: 409, last_owner: 409 } as const

type Refusal = { draft?: ProfileDraft; reason: keyof typeof refusedStatus }

async function overview(c: Context<PageEnv>, requestedStore: string | undefined, refusal?: Refusal) {
  const current = await inStore(c, requestedStore)
  if (!current.store) return show(c, noStorePage(c, { account: current.account, returnTo: '/settings/store' }))
  const { account, caller, stores } = current
  const store = await getStoreById(caller, { store_id: current.store.id })
  const savedDraft = draftOf(store.version, (field) =>
    String((isAdjustment(field) ? store.max_adjustment_percent[roleOf[field]] : store[field]) ?? ''),
  )
  // Saving again after a conflict is deliberate: it replaces the other change.
  const draft = refusal?.draft ? { ...refusal.draft, version: store.version } : savedDraft
  const saved = c.req.query('done') === 'saved'
  return show(
    c,
    profilePage({
      account,
      stores,
      store,
      now: new Date(),
      saved,
      draft,
      formError: refusal && {
        status: refusedStatus[refusal.reason],
        text: wordsIn(c.var.language).store.refused[refusal.reason],
      },
    }),
  )
}

const draftOf = (version: number, valueOf: (field: ProfileField) => string): ProfileDraft => ({
  version,
  errors: {},
  values: {
    name: valueOf('name'),
    slug: valueOf('slug'),
    timezone: valueOf('timezone'),
    locale: valueOf('locale'),
    contact_email: valueOf('contact_email'),
    contact_phone: valueOf('contact_phone'),
    contact_address: valueOf('contact_address'),
    reservation_hours: valueOf('reservation_hours'),
    max_orders_per_phone: valueOf('max_orders_per_phone'),
    max_units_per_line: valueOf('max_units_per_line'),
    max_units_per_order: valueOf('max_units_per_order'),
    max_hourly_orders_per_address: valueOf('max_hourly_orders_per_address'),
    max_reserved_percent: valueOf('max_reserved_percent'),
    max_adjustment_admin: valueOf('max_adjustment_admin'),
    max_adjustment_staff: valueOf('max_adjustment_staff'),
  },
})

const roleOf = { max_adjustment_admin: 'admin', max_adjustment_staff: 'staff' } as const

const isAdjustment = (field: ProfileField): field is AdjustmentField => field in roleOf

const isLimit = (field: ProfileField): field is ShopperLimit => field in shopperLimits

/** Fields that the form does not have stay unchanged, for pages opened before a deployment added them. */
const numbersIn = (form: URLSearchParams) =>
  Object.fromEntries(
    shopperLimitFields.map((field) => [field, form.has(field) ? Number(form.get(field) || Number.NaN) : undefined]),
  )

function errorsByField({ issues }: z.ZodError, language: Language): ProfileDraft['errors'] {
  const words = wordsIn(language).store
  const { number } = formatsIn(language)
  const fieldText = (field: ProfileField) => {
    if (isAdjustment(field)) return words.adjustments.wrong
    return isLimit(field) ? words.wholeNumberWrong(number(shopperLimits[field].max)) : words.fields[field].wrong
  }
  return Object.fromEntries(
    profileFields
      .filter((field) =>
        issues.some(({ path }) => (isAdjustment(field) ? path[1] === roleOf[field] : path[0] === field)),
      )
      .map((field) => [field, fieldText(field)]),
  )
}
