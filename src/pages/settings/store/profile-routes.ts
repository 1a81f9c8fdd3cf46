import { type Context, Hono } from 'hono'
import type * as z from 'zod'
import { ServiceError } from '../../../platform/errors/errors.ts'
import { removeMember } from '../../../areas/members/remove-member.ts'
import { type ShopperLimit, shopperLimits } from '../../../areas/stores/store.ts'
import { updateStore } from '../../../areas/stores/update-store.ts'
import { pageInStore, type StoreSettings } from './in-settings.ts'
import { callerInStoreOf, inStore } from './in-store.ts'
import { valuesIn } from '../page/draft.ts'
import { show } from '../page/page.tsx'
import { type ProfileDraft, type ProfileField, profileFields } from './profile-form.tsx'
import { profilePage } from './profile-page.tsx'
import { readForm } from '../page/read-form.ts'
import { type AdjustmentField, boundsIn } from './adjustment-fields.tsx'
import { shopperLimitFields } from './shopper-limit-fields.tsx'
import { pathTo } from '../ui/store-nav.tsx'
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
    const valueOf = valuesIn(form)
    const parsed = updateStore.input.safeParse({
      name: valueOf('name'),
      slug: valueOf('slug'),
      timezone: valueOf('timezone'),
      locale: valueOf('locale'),
      ...(form.has('country') && { country: valueOf('country') || null }),
      contact_email: valueOf('contact_email') || null,
      contact_phone: valueOf('contact_phone') || null,
      contact_address: valueOf('contact_address') || null,
      ...numbersIn(form),
      max_adjustment_percent: boundsIn(form),
      store_id: caller.storeId,
      expected_version: Number(form.get('version')),
    })
    const showAgain = (reason: Reason, errors: ProfileDraft['errors'] = new Map()) =>
      overview(c, form.get('store') ?? '', { draft: { valueOf, errors }, reason })
    if (!parsed.success) return showAgain('input', errorsByField(parsed.error, c.var.language))
    try {
      const { slug } = await updateStore(caller, parsed.data)
      return c.redirect(pathTo('store', { store: slug, done: 'saved' }), 303)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.code === 'duplicate')
        return showAgain('input', new Map([['slug', wordsIn(c.var.language).store.slugTaken]]))
      if (error.code === 'version_conflict') return showAgain('conflict')
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

type Reason = keyof typeof refusedStatus

type Refusal = { draft?: ProfileDraft; reason: Reason }

// The form has the current version also after a conflict: saving again is deliberate, and replaces the other change.
const overview = async (c: Context<PageEnv>, requestedStore: string | undefined, refusal?: Refusal) =>
  show(
    c,
    await pageInStore(c, 'store', requestedStore, async (settings) =>
      profilePage({
        ...settings,
        saved: c.req.query('done') === 'saved',
        draft: refusal?.draft ?? savedProfile(settings.store),
        formError: refusal && {
          status: refusedStatus[refusal.reason],
          text: wordsIn(c.var.language).store.refused[refusal.reason],
        },
      }),
    ),
  )

const savedProfile = (store: StoreSettings['store']): ProfileDraft => ({
  valueOf: (field) => String((isAdjustment(field) ? store.max_adjustment_percent[roleOf[field]] : store[field]) ?? ''),
  errors: new Map(),
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
  return new Map(
    profileFields
      .filter((field) =>
        issues.some(({ path }) => (isAdjustment(field) ? path[1] === roleOf[field] : path[0] === field)),
      )
      .map((field) => [field, fieldText(field)]),
  )
}
