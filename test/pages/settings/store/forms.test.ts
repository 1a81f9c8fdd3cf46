import { describe, expect, test } from 'vitest'
import { asOwner } from '../../../support/sql.ts'
import { hiddenFields, openWebShop, type Web } from '../../../support/callers/web.ts'

type Shop = Awaited<ReturnType<typeof openWebShop>>['store']

/** The page of a form, and where the form is sent. */
type Opened = { readonly page: string; readonly action: string }

type Form = {
  readonly what: string
  readonly base: string
  readonly good: (store: Shop) => Record<string, string>
  /** A field of the form, and the query for what is stored of it. */
  readonly field: string
  readonly stored: (storeId: string) => Promise<Record<string, unknown>[]>
  readonly conflict: string
}

const at = (base: string, { slug }: Shop, path = '') => `${base}${path}?store=${slug}`

const things = [
  {
    what: 'a delivery method',
    base: '/settings/delivery',
    good: () => ({ name: 'Courier', kind: 'delivery', active: 'on', price: '1.5', zones: 'Kuwait' }),
    field: 'name',
    stored: (storeId) => asOwner`select name as value, version from delivery_methods where store_id = ${storeId}`,
    conflict: 'someone else changed this',
    spiteful: (text: string) => ({ name: `${text}\u202Egnp.exe`, zones: `Kuwait: ${text.replaceAll(/[",]/g, '')}` }),
  },
  {
    what: 'a discount',
    base: '/settings/discounts',
    good: () => ({ how: 'code', code: 'Courier', kind: 'percentage', value: '10', goods: 'all', active: 'on' }),
    field: 'code',
    stored: (storeId) => asOwner`select code as value, version from discounts where store_id = ${storeId}`,
    conflict: 'someone else changed this',
    spiteful: (text: string) => ({ code: text, name: text, goods: 'tags', tags: text.slice(0, 60) }),
  },
] as const satisfies readonly (Form & { spiteful: (text: string) => Record<string, string> })[]

const settings = [
  {
    what: 'the tax',
    base: '/settings/tax',
    good: () => ({ charged: 'yes', rate: '8.875', label: 'Sales tax', prices: 'added', country_rates: 'kw: 0' }),
    field: 'label',
    stored: (storeId) => asOwner`select tax->>'label' as value, version from stores where id = ${storeId}`,
    conflict: 'someone else changed this',
    shown: ['8.875%', 'Sales tax', 'Kuwait 0'],
  },
  {
    what: 'the profile',
    base: '/settings/store',
    good: ({ slug }) => ({ name: 'Souk', slug, timezone: 'UTC', locale: 'en', contact_email: 'hello@souk.test' }),
    field: 'name',
    stored: (storeId) => asOwner`select name as value, version from stores where id = ${storeId}`,
    conflict: 'someone else changed the profile',
    shown: ['hello@souk.test', 'US Dollar (USD)'],
  },
] as const satisfies readonly (Form & { shown: readonly string[] })[]

/** Adds a thing with the form, and opens the form that changes it. */
async function addThing(web: Web, store: Shop, { base, good }: Form, fields = {}): Promise<Opened> {
  const added = await web.submit(at(base, store, '/new'), base, { ...good(store), ...fields })
  expect(added.status, added.html).toBe(303)
  const { html } = await web.get(at(base, store))
  const action = new RegExp(`href="(${base}/[0-9a-f-]{36})\\?`).exec(html)?.[1] ?? ''
  expect(action).not.toBe('')
  return { page: at(action, store), action }
}

const opening = [
  ...things.map((form) => ({ form, open: (web: Web, store: Shop) => addThing(web, store, form) })),
  ...settings.map((form) => ({
    form,
    open: async (_web: Web, store: Shop): Promise<Opened> => ({ page: at(form.base, store), action: form.base }),
  })),
]

test.each(opening)(
  'of two concurrent changes to $form.what, the second is refused but can be saved again',
  async ({ form: { good, field, stored, conflict }, open }) => {
    const { owner, store, invite } = await openWebShop()
    const admin = await invite('admin')
    const { page, action } = await open(owner, store)
    const fields = (value: string) => ({ ...good(store), [field]: value })
    const opened = hiddenFields((await owner.get(page)).html, action)
    await admin.submit(page, action, fields('Theirs'))
    const late = await owner.post(action, { ...opened, ...fields('Mine') })
    expect(late.status).toBe(409)
    for (const said of [conflict, 'value="Mine"']) expect(late.html).toContain(said)
    expect(await stored(store.id)).toEqual([{ value: 'Theirs', version: 2 }])
    const again = await owner.post(action, { ...hiddenFields(late.html, action), ...fields('Mine') })
    expect(again.status).toBe(303)
    expect(await stored(store.id)).toEqual([{ value: 'Mine', version: 3 }])
  },
)

describe.each(things)('$what', (form) => {
  const { base, good, field, stored, spiteful } = form

  test('is added once by a form sent twice', async () => {
    const { owner, store } = await openWebShop()
    const fields = { ...hiddenFields((await owner.get(at(base, store, '/new'))).html, base), ...good() }
    for (let sent = 0; sent < 2; sent++) expect((await owner.post(base, fields)).status).toBe(303)
    expect(await stored(store.id)).toHaveLength(1)
  })

  test('is changed by staff too; viewers can only see it', async () => {
    const { owner, store, invite } = await openWebShop()
    const { page, action } = await addThing(await invite('staff'), store, form)
    const opened = hiddenFields((await owner.get(page)).html, action)
    const viewer = await invite('viewer')
    const { html } = await viewer.get(at(base, store))
    expect(html).toContain('Courier')
    expect(html).not.toMatch(/>Edit<|>\s*Add a /)
    const { form_token = '' } = hiddenFields(html, '/settings/sign-out')
    const fields = { ...opened, ...good(), [field]: 'Mine', form_token }
    for (const tried of [
      await viewer.get(at(base, store, '/new')),
      await viewer.get(page),
      await viewer.post(base, fields),
      await viewer.post(action, fields),
      await viewer.post(`${action}/delete`, fields),
    ]) {
      expect(tried.status).toBe(403)
      expect(tried.html).toContain('Viewers cannot change this')
    }
    expect(await stored(store.id)).toEqual([{ value: 'Courier', version: 1 }])
  })

  test('is not found by a stranger, nor is its store', async () => {
    const { owner: stranger, store: own } = await openWebShop()
    const { owner, store } = await openWebShop()
    const { page, action } = await addThing(owner, store, form)
    const opened = hiddenFields((await owner.get(page)).html, action)
    const { form_token = '' } = hiddenFields((await stranger.get(at(base, own))).html, '/settings/sign-out')
    for (const path of [at(base, store), at(base, store, '/new'), at(action, own)])
      expect((await stranger.get(path)).status).toBe(404)
    const fields = { ...opened, ...good(), [field]: 'Mine', form_token }
    for (const store_id of [store.id, own.id])
      for (const path of [action, `${action}/delete`])
        expect((await stranger.post(path, { ...fields, store_id })).status).toBe(404)
    expect(await stored(store.id)).toEqual([{ value: 'Courier', version: 1 }])
  })

  test('is shown as text if it has markup', async () => {
    const { owner, store } = await openWebShop()
    const text = `<img src=x onerror=alert(1)>"'><script>alert(2)</script>`
    const { page } = await addThing(owner, store, form, spiteful(text))
    const found = `${at(base, store)}&search=${encodeURIComponent(text)}`
    for (const path of [at(base, store), page, found]) {
      const { html } = await owner.get(path)
      expect(html).toContain('&lt;img src=x')
      expect(html).not.toContain('<img src=x')
      expect(html).not.toContain('<script>')
    }
  })
})

test.each(settings)('staff and viewers can see $what but not change it', async ({ base, good, shown }) => {
  const { owner, store, invite } = await openWebShop()
  await owner.submit(at(base, store), base, good(store))
  const opened = hiddenFields((await owner.get(at(base, store))).html, base)
  for (const role of ['staff', 'viewer'] as const) {
    const colleague = await invite(role)
    const { status, html } = await colleague.get(at(base, store))
    expect(status).toBe(200)
    for (const said of ['Only owners and admins can change this', ...shown]) expect(html).toContain(said)
    expect(html).not.toContain(`action="${base}"`)
    const { form_token = '' } = hiddenFields(html, '/settings/sign-out')
    const tried = await colleague.post(base, { ...opened, ...good(store), form_token })
    expect(tried.status).toBe(403)
    expect(tried.html).toContain('Only owners and admins')
  }
})
