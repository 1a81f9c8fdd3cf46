import { expect, test } from 'vitest'
import { hiddenFields, openWebShop, partOf } from '../../../support/callers/web.ts'
import { asOwner } from '../../../support/sql.ts'

const at = ({ slug }: { slug: string }) => `/settings/store?store=${slug}`

const good = (slug: string) => ({
  name: 'سوق المباركية',
  slug,
  timezone: 'Asia/Kuwait',
  locale: 'ar-KW',
  contact_email: 'hello@souk.test',
  contact_phone: '+965 5123 4567',
  contact_address: 'السالمية، قطعة ٤',
})

const newSlug = () => `souk-${crypto.randomUUID().slice(0, 8)}`

test('an owner changes the profile and the short name, but not the currency', async () => {
  const { owner, store } = await openWebShop()
  const before = await owner.get(at(store))
  expect(before.html).toContain('US Dollar (USD)')
  expect(before.html).not.toContain('name="currency"')
  const slug = newSlug()
  const saved = await owner.submit(at(store), '/settings/store', { ...good(slug), currency: 'KWD' })
  expect(saved.status, saved.html).toBe(303)
  expect(saved.headers.get('Location')).toBe(`/settings/store?store=${slug}&done=saved`)
  const { html } = await owner.get(saved.headers.get('Location') ?? '')
  expect(html).toContain('Your changes are saved')
  for (const value of ['Asia/Kuwait', 'ar-KW', 'hello@souk.test', '+965 5123 4567'])
    expect(html).toContain(`value="${value}"`)
  expect(html).toContain('السالمية، قطعة ٤</textarea>')
  expect(html).toContain('US Dollar (USD)')
  const [row] = await asOwner`select currency, version from stores where id = ${store.id}`
  expect(row).toEqual({ currency: 'USD', version: 2 })
})

test('an owner changes the limits of website orders; an invalid number saves nothing', async () => {
  const { owner, store } = await openWebShop()
  const { html } = await owner.get(at(store))
  expect(html).toMatch(/name="reservation_hours"[^>]*value="24"/)
  const limits = {
    reservation_hours: '48',
    max_orders_per_phone: '5',
    max_units_per_line: '20',
    max_units_per_order: '100',
    max_hourly_orders_per_address: '30',
    max_reserved_percent: '80',
  }
  const saved = await owner.submit(at(store), '/settings/store', { ...good(store.slug), ...limits })
  expect(saved.status, saved.html).toBe(303)
  const [row] = await asOwner`select reservation_hours::text, max_orders_per_phone::text, max_units_per_line::text,
    max_units_per_order::text, max_hourly_orders_per_address::text, max_reserved_percent::text from stores where id = ${store.id}`
  expect(row).toEqual(limits)
  for (const wrong of ['0', '169', '1.5', '', 'many']) {
    const refused = await owner.submit(at(store), '/settings/store', {
      ...good(store.slug),
      ...limits,
      reservation_hours: wrong,
    })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('Enter a whole number from 1 to 168.')
  }
})

test('an owner limits the adjustments of staff, and an admin cannot change that', async () => {
  const { owner, store, hire } = await openWebShop()
  const admin = await hire('admin')
  const bounds = { max_adjustment_admin: '', max_adjustment_staff: '12.5' }
  expect((await owner.submit(at(store), '/settings/store', { ...good(store.slug), ...bounds })).status).toBe(303)
  const stored = asOwner`select max_adjustment_percent from stores where id = ${store.id}`
  expect(await stored).toEqual([{ max_adjustment_percent: { staff: 12.5 } }])
  expect((await owner.get(at(store))).html).toMatch(/name="max_adjustment_staff"[^>]*value="12.5"/)
  const wrong = { ...good(store.slug), ...bounds, max_adjustment_admin: '101' }
  const refused = await owner.submit(at(store), '/settings/store', wrong)
  expect(refused.status).toBe(422)
  expect(refused.html).toContain('Enter a percentage from 0 to 100')
  expect((await admin.get(at(store))).html).toContain('Only an owner can change this.')
  expect((await admin.submit(at(store), '/settings/store', good(store.slug))).status).toBe(303)
  expect(
    (await owner.submit(at(store), '/settings/store', { ...good(store.slug), ...bounds, max_adjustment_staff: '' }))
      .status,
  ).toBe(303)
  expect(await asOwner`select max_adjustment_percent from stores where id = ${store.id}`).toEqual([
    { max_adjustment_percent: null },
  ])
})

test('empty contact fields are removed', async () => {
  const { owner, store } = await openWebShop()
  await owner.submit(at(store), '/settings/store', good(store.slug))
  await owner.submit(at(store), '/settings/store', {
    ...good(store.slug),
    contact_email: '',
    contact_phone: ' ',
    contact_address: '',
  })
  const [row] = await asOwner`select contact_email, contact_phone, contact_address from stores where id = ${store.id}`
  expect(row).toEqual({ contact_email: null, contact_phone: null, contact_address: null })
})

test('every invalid field shows its error and keeps what was entered', async () => {
  const { owner, store } = await openWebShop()
  const wrong = {
    name: ' ',
    slug: 'Not OK',
    timezone: 'Mars',
    locale: 'Arabic!',
    contact_email: 'hello',
    contact_phone: 'x'.repeat(51),
    contact_address: 'x'.repeat(2001),
  }
  const answer = await owner.submit(at(store), '/settings/store', wrong)
  expect(answer.status).toBe(422)
  expect(answer.html.match(/aria-invalid="true"/g)).toHaveLength(7)
  expect(answer.html).toContain('value="Mars"')
  expect(answer.html).toContain('Nothing was saved')
  const { store: other } = await openWebShop()
  const taken = await owner.submit(at(store), '/settings/store', good(other.slug))
  expect(taken.status).toBe(422)
  expect(taken.html).toContain('Another store already uses this short name')
  expect(await asOwner`select version from stores where id = ${store.id}`).toEqual([{ version: 1 }])
})

test('a member who leaves loses access and gets a confirmation', async () => {
  const { store, invite } = await openWebShop()
  const clerk = await invite('staff')
  const asked = partOf((await clerk.get(at(store))).html, 'id="leave"', '</section>')
  expect(asked).toContain('Yes, leave')
  const left = await clerk.submit(at(store), '/settings/store/leave')
  expect(left.headers.get('Location')).toBe('/settings/left')
  expect((await clerk.get('/settings/left')).html).toContain('You have left the store')
  expect((await clerk.get(at(store))).html).toContain('You have no store yet')
})

test('a stranger can neither see, change nor leave the store', async () => {
  const { owner: stranger, store: own } = await openWebShop()
  const { owner, store } = await openWebShop()
  const opened = hiddenFields((await owner.get(at(store))).html, '/settings/store')
  const { form_token = '' } = hiddenFields((await stranger.get(at(own))).html, '/settings/sign-out')
  for (const path of [at(store), `/settings/store?store=${store.id}`])
    expect((await stranger.get(path)).status).toBe(404)
  expect((await stranger.post('/settings/store', { ...opened, ...good(newSlug()), form_token })).status).toBe(404)
  expect((await stranger.post('/settings/store/leave', { form_token, store: store.slug })).status).toBe(404)
  expect(await asOwner`select version from stores where id = ${store.id}`).toEqual([{ version: 1 }])
})

const spiteful = `<img src=x onerror=alert(1)>"'><script>alert(2)</script>\u202Egnp.exe`

test('a profile with markup is shown as text', async () => {
  const { owner, store, invite } = await openWebShop()
  const fields = {
    ...good(store.slug),
    name: spiteful,
    contact_phone: spiteful.slice(0, 50),
    contact_address: spiteful,
  }
  expect((await owner.submit(at(store), '/settings/store', fields)).status).toBe(303)
  const viewer = await invite('viewer')
  const echoed = await owner.submit(at(store), '/settings/store', { ...fields, timezone: spiteful.slice(0, 64) })
  for (const { html } of [await owner.get(at(store)), await viewer.get(at(store)), echoed]) {
    expect(html).not.toContain('<img src=x')
    expect(html).not.toContain('<script>')
  }
  expect((await viewer.get(at(store))).html).not.toContain('\u202E')
})
