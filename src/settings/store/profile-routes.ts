import { type Context, Hono } from 'hono'
import type * as z from 'zod'
import { ServiceError } from '../../errors.ts'
import { removeMember } from '../../members/remove-member.ts'
import { getStoreById } from '../../stores/get-store-by-id.ts'
import { type ShopperLimit, shopperLimits } from '../../stores/store.ts'
import { updateStore } from '../../stores/update-store.ts'
import { callerInStoreOf, inStore } from './in-store.ts'
import { show } from '../ui/page.tsx'
import { type ProfileDraft, type ProfileField, profileFields } from './profile-form.tsx'
import { profilePage } from './profile-page.tsx'
import { readForm } from '../ui/read-form.ts'
import { shopperLimitFields } from './shopper-limit-fields.tsx'
import { pathTo } from './store-nav.tsx'
import { noStorePage } from './store-routes.tsx'
import { type PageEnv, withWebSession } from '../sessions/with-web-session.ts'

/** Settings, Store. */
export const profileRoutes = new Hono<PageEnv>()
  .use(withWebSession)
  .get('/', (c) => overview(c, c.req.query('store')))
  .post('/', async (c) => {
    const form = await readForm(c)
    const caller = callerInStoreOf(c, form)
    const submitted = draftOf(Number(form.get('version')), (field) => form.get(field)?.trim() ?? '')
    const { values, version } = submitted
    const parsed = updateStore.input.safeParse({
      ...values,
      contact_email: values.contact_email || null,
      contact_phone: values.contact_phone || null,
      contact_address: values.contact_address || null,
      ...numbersIn(form),
      store_id: caller.storeId,
      expected_version: version,
    })
    const requestedStore = form.get('store') ?? ''
    if (!parsed.success)
      return overview(c, requestedStore, {
        draft: { ...submitted, wrong: errorsByField(parsed.error) },
        reason: 'input',
      })
    try {
      const { slug } = await updateStore(caller, parsed.data)
      return c.redirect(pathTo('store', { store: slug, done: 'saved' }), 303)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.code === 'duplicate')
        return overview(c, requestedStore, {
          draft: { ...submitted, wrong: { slug: 'Another store already uses this short name.' } },
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

const formErrors = {
  input: { status: 422, text: 'Nothing was saved. Correct the fields marked below.' },
  conflict: {
    status: 409,
    text: 'Nothing was saved, because someone else changed the profile after you opened it. Your entries are below. Save again to replace their changes.',
  },
  last_owner: {
    status: 409,
    text: 'You are the only owner, and a store must have at least one. Make someone else an owner first, under Members.',
  },
} as const

type Refusal = { draft?: ProfileDraft; reason: keyof typeof formErrors }

async function overview(c: Context<PageEnv>, requestedStore: string | undefined, refusal?: Refusal) {
  const current = await inStore(c, requestedStore)
  if (!current.store) return show(c, noStorePage(c, { account: current.account, returnTo: '/settings/store' }))
  const { account, caller, stores } = current
  const store = await getStoreById(caller, { store_id: current.store.id })
  const savedDraft = draftOf(store.version, (field) => String(store[field] ?? ''))
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
      formError: refusal && formErrors[refusal.reason],
    }),
  )
}

const draftOf = (version: number, valueOf: (field: ProfileField) => string): ProfileDraft => ({
  version,
  wrong: {},
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
  },
})

/** Fields that the form does not have stay unchanged, for pages opened before a deployment added them. */
const numbersIn = (form: URLSearchParams) =>
  Object.fromEntries(
    shopperLimitFields.map((field) => [field, form.has(field) ? Number(form.get(field) || Number.NaN) : undefined]),
  )

const wholeNumberError = (field: ShopperLimit) =>
  `Enter a whole number from 1 to ${shopperLimits[field].max.toLocaleString('en')}.`

const fieldErrors: Readonly<Record<ProfileField, string>> = {
  name: 'Enter a name of up to 200 characters.',
  slug: 'Use up to 60 lower-case letters, digits and single hyphens. A few words are reserved.',
  timezone: 'Enter an IANA time zone, such as Asia/Kuwait.',
  locale: 'Enter a language code, such as ar-KW or en.',
  contact_email: 'Enter a full email address, or leave this empty.',
  contact_phone: 'Enter at most 50 characters.',
  contact_address: 'Enter at most 2,000 characters.',
  reservation_hours: wholeNumberError('reservation_hours'),
  max_orders_per_phone: wholeNumberError('max_orders_per_phone'),
  max_units_per_line: wholeNumberError('max_units_per_line'),
  max_units_per_order: wholeNumberError('max_units_per_order'),
  max_hourly_orders_per_address: wholeNumberError('max_hourly_orders_per_address'),
  max_reserved_percent: wholeNumberError('max_reserved_percent'),
}

const errorsByField = ({ issues }: z.ZodError): ProfileDraft['wrong'] =>
  Object.fromEntries(
    profileFields
      .filter((field) => issues.some(({ path }) => path[0] === field))
      .map((field) => [field, fieldErrors[field]]),
  )
