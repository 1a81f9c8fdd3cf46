import { type Context, Hono } from 'hono'
import type * as z from 'zod'
import { ServiceError } from '../../errors.ts'
import { removeMember } from '../../members/remove-member.ts'
import { getStoreById } from '../../stores/get-store-by-id.ts'
import { type ShopperLimit, shopperLimits } from '../../stores/store.ts'
import { updateStore } from '../../stores/update-store.ts'
import { callerIn, inStore } from './in-store.ts'
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
    const caller = callerIn(c, form)
    const given = draftOf(Number(form.get('version')), (field) => form.get(field)?.trim() ?? '')
    const { values, version } = given
    const parsed = updateStore.input.safeParse({
      ...values,
      contact_email: values.contact_email || null,
      contact_phone: values.contact_phone || null,
      contact_address: values.contact_address || null,
      ...numbersIn(form),
      store_id: caller.storeId,
      expected_version: version,
    })
    const asked = form.get('store') ?? ''
    if (!parsed.success)
      return overview(c, asked, { draft: { ...given, wrong: issuesByField(parsed.error) }, why: 'input' })
    try {
      const { slug } = await updateStore(caller, parsed.data)
      return c.redirect(pathTo('store', { store: slug, done: 'saved' }), 303)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.code === 'duplicate')
        return overview(c, asked, { draft: { ...given, wrong: { slug: 'Another store has this one.' } }, why: 'input' })
      if (error.code === 'version_conflict') return overview(c, asked, { draft: given, why: 'conflict' })
      throw error
    }
  })
  .post('/leave', async (c) => {
    const form = await readForm(c)
    const asked = form.get('store') ?? ''
    const here = await inStore(c, asked)
    try {
      if (here.store) await removeMember(here.caller, { member_id: here.me.id })
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'last_owner')) throw error
      return overview(c, asked, { why: 'last_owner' })
    }
    return c.redirect('/settings/left', 303)
  })

const formErrors = {
  input: { status: 422, text: 'Nothing was saved: see what is wrong below.' },
  conflict: {
    status: 409,
    text: 'Nothing was saved: somebody else changed the profile after you opened it. What you typed stands below. Save again to put it in place of theirs.',
  },
  last_owner: {
    status: 409,
    text: 'You are the only owner, and a store keeps one. Make somebody else an owner first, under Members.',
  },
} as const

type Refused = { draft?: ProfileDraft; why: keyof typeof formErrors }

async function overview(c: Context<PageEnv>, asked: string | undefined, refused?: Refused) {
  const here = await inStore(c, asked)
  if (!here.store) return show(c, noStorePage(c, { account: here.account, returnTo: '/settings/store' }))
  const { account, caller, stores } = here
  const store = await getStoreById(caller, { store_id: here.store.id })
  const kept = draftOf(store.version, (field) => String(store[field] ?? ''))
  // Sent once more, it is meant: it replaces what there is now.
  const draft = refused?.draft ? { ...refused.draft, version: store.version } : kept
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
      formError: refused && formErrors[refused.why],
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

/** A form that was opened before there were such fields leaves them as they are. */
const numbersIn = (form: URLSearchParams) =>
  Object.fromEntries(
    shopperLimitFields.map((field) => [field, form.has(field) ? Number(form.get(field) || Number.NaN) : undefined]),
  )

const upTo = (field: ShopperLimit) => `Give a whole number from 1 to ${shopperLimits[field].max.toLocaleString('en')}.`

const words: Readonly<Record<ProfileField, string>> = {
  name: 'Give your store a name of up to 200 characters.',
  slug: 'Lower-case letters, digits and single hyphens, up to 60; a few words are reserved.',
  timezone: 'Give an IANA time zone, such as Asia/Kuwait.',
  locale: 'Give the code of a language, such as ar-KW or en.',
  contact_email: 'Give a whole e-mail address, or none.',
  contact_phone: 'Give up to 50 characters.',
  contact_address: 'Give up to 2,000 characters.',
  reservation_hours: upTo('reservation_hours'),
  max_orders_per_phone: upTo('max_orders_per_phone'),
  max_units_per_line: upTo('max_units_per_line'),
  max_units_per_order: upTo('max_units_per_order'),
  max_hourly_orders_per_address: upTo('max_hourly_orders_per_address'),
  max_reserved_percent: upTo('max_reserved_percent'),
}

const issuesByField = ({ issues }: z.ZodError): ProfileDraft['wrong'] =>
  Object.fromEntries(
    profileFields.filter((field) => issues.some(({ path }) => path[0] === field)).map((field) => [field, words[field]]),
  )
