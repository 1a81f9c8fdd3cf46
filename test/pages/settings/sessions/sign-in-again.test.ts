import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { service } from '../../../support/service.ts'
import { asOwner } from '../../../support/sql.ts'
import { age, copyOf, hiddenFields, openWeb, openWebShop, type Fields, type Web } from '../../../support/callers/web.ts'

const createTokenAt = '/settings/mcp/tokens'
const filledIn = { name: 'Nightly ✓ تقرير', scopes: ['crm:read', 'orders:write'], expires_in_days: '7' }

const tokensOf = (storeId: string) => asOwner`select name, scopes from access_tokens where store_id = ${storeId}`
const rolesOf = (storeId: string) => asOwner`
  select role, true as joined from store_members where store_id = ${storeId}
  union all select role, false from store_invitations where store_id = ${storeId} order by joined, role`

/** Follows the page's sign-in link and returns to the page it leads to. */
async function goOn(web: Web, asked: { html: string }, subject: string, claims: Record<string, unknown> = {}) {
  const href = /href="(\/settings\/sign-in\?again=1[^"]*)"/.exec(asked.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const returnTo = new URLSearchParams(href.split('?')[1]).get('return_to') ?? ''
  const back = await web.signIn(subject, { again: true, returnTo, claims })
  return { back, page: back.status === 303 ? await web.get(back.headers.get('Location') ?? '') : back }
}

const wasAsked = (answer: { status: number; html: string }) => {
  expect(answer.status, answer.html).toBe(403)
  expect(answer.html).toContain('Sign in again to continue')
}

test('creating a token 15 minutes after signing in requires another sign-in, and keeps what was entered', async () => {
  const { owner, subject, page, store } = await openWebShop()
  await age(subject, 14)
  expect((await owner.submit(page, createTokenAt, { ...filledIn, name: 'In time' })).status).toBe(200)
  await age(subject, 2)
  const asked = await owner.submit(page, createTokenAt, filledIn)
  wasAsked(asked)
  expect(asked.html).not.toContain('تقرير')
  expect(await tokensOf(store.id)).toHaveLength(1)

  const { back, page: form } = await goOn(owner, asked, subject)
  expect(back.headers.get('Location')).toBe(page)
  expect(form.status).toBe(200)
  expect(form.html).toContain('You have signed in again')
  expect(form.html).toContain('value="Nightly ✓ تقرير"')
  expect(form.html).toMatch(/<option value="7" selected/)
  const ticked = [...form.html.matchAll(/<input type="checkbox"[^>]*value="([^"]+)"[^>]*checked/g)].map(
    ([, scope]) => scope,
  )
  expect(new Set(ticked)).toEqual(new Set(filledIn.scopes))
  expect(await tokensOf(store.id), 'until the button is pressed').toHaveLength(1)

  const created = await owner.post(createTokenAt, { ...hiddenFields(form.html, createTokenAt), ...filledIn })
  expect(created.status, created.html).toBe(200)
  expect(await tokensOf(store.id)).toHaveLength(2)
  expect((await owner.get(page)).html, 'given back once').not.toContain('You have signed in again')
})

test('the provider is told to ask for credentials even if it has a session', async () => {
  const web = openWeb()
  await web.signIn(`user_${crypto.randomUUID()}`)
  const asked = await web.startSignIn('/settings/mcp', { again: true })
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({ max_age: '0', prompt: 'login' })
})

test('signing in again gives a copied cookie no more rights', async () => {
  const { owner, subject, page, store } = await openWebShop()
  const form = hiddenFields((await owner.get(page)).html, createTokenAt)
  await age(subject, 16)
  const thief = copyOf(owner)
  await goOn(owner, await owner.submit(page, createTokenAt, filledIn), subject)
  expect((await thief.post(createTokenAt, { ...form, ...filledIn })).status).toBe(401)
  expect(await tokensOf(store.id)).toEqual([])
})

test('a saved form is discarded when somebody else signs in', async () => {
  const { owner, subject, page, store, hire } = await openWebShop()
  await age(subject, 16)
  const asked = await owner.submit(page, createTokenAt, filledIn)
  const admin = await hire('admin')
  const row = await asOwner`select subject from store_members where store_id = ${store.id} and role = 'admin'`
  const { subject: another } = z.object({ subject: z.string() }).parse(row[0])
  expect((await admin.get(page)).status).toBe(200)

  const { back } = await goOn(owner, asked, another)
  expect(back.status).toBe(403)
  expect(back.html).toContain('You signed in with another account')
  const shown = await owner.get(page)
  expect(shown.status, 'as the admin').toBe(200)
  expect(shown.html).not.toContain('تقرير')
  // Nor to the first person when they sign in again.
  await owner.signIn(subject, { again: true, returnTo: page })
  expect((await owner.get(page)).html).not.toContain('تقرير')
  expect(await tokensOf(store.id)).toEqual([])
})

test.each([
  ['did not ask again', { auth_time: Math.floor(Date.now() / 1000) - 3600 }],
  ['does not return auth_time', { auth_time: undefined }],
])('a sign-in does not count as recent if the provider %s', async (_what, claims) => {
  const { owner, subject, page, store } = await openWebShop()
  await age(subject, 16)
  const { back } = await goOn(owner, await owner.submit(page, createTokenAt, filledIn), subject, claims)
  expect(back.status).toBe(403)
  expect(back.html).toContain('could not confirm')
  expect(back.html, 'the way on asks again').toContain('/settings/sign-in?again=1&amp;return_to=')
  expect((await owner.get(page)).status, 'still signed in').toBe(200)
  wasAsked(await owner.submit(page, createTokenAt, filledIn))
  expect(await tokensOf(store.id)).toEqual([])
})

test('with trust_prompt, a sign-in without auth_time counts if we requested it', async () => {
  const { WEB_SIGN_IN } = z.object({ WEB_SIGN_IN: z.string() }).parse(env)
  const trusting = service(undefined, {
    WEB_SIGN_IN: JSON.stringify({
      ...z.record(z.string(), z.unknown()).parse(JSON.parse(WEB_SIGN_IN)),
      trust_prompt: true,
    }),
  })
  const { owner, subject, page, store } = await openWebShop()
  const web = copyOf(owner, trusting)
  const unsaid = { auth_time: undefined }
  await age(subject, 16)
  const asked = await web.submit(page, createTokenAt, filledIn)
  const { page: form } = await goOn(web, asked, subject, unsaid)
  expect((await web.post(createTokenAt, { ...hiddenFields(form.html, createTokenAt), ...filledIn })).status).toBe(200)
  expect(await tokensOf(store.id)).toHaveLength(1)
  const stale = { auth_time: Math.floor(Date.now() / 1000) - 3600 }
  await age(subject, 16)
  const { back } = await goOn(web, await web.submit(page, createTokenAt, filledIn), subject, stale)
  expect(back.status, 'what it says counts all the same').toBe(403)
})

test.each([
  ['started hours ago', Math.floor(Date.now() / 1000) - 3600],
  ['does not say when it started', undefined],
])('a session that the provider %s requires another sign-in to create a token', async (_what, auth_time) => {
  const { owner, subject, page } = await openWebShop()
  await owner.submit(page, '/settings/sign-out')
  await owner.signIn(subject, { claims: { auth_time } })
  wasAsked(await owner.submit(page, createTokenAt, filledIn))
})

test('a sign-in that the provider dates in the future counts from now', async () => {
  const { owner, subject, page } = await openWebShop()
  await owner.submit(page, '/settings/sign-out')
  await owner.signIn(subject, { claims: { auth_time: Math.floor(Date.now() / 1000) + 3600 } })
  await age(subject, 16)
  wasAsked(await owner.submit(page, createTokenAt, filledIn))
})

test('adding an owner or admin requires a recent sign-in; adding other members does not', async () => {
  const { owner, subject, store, invite } = await openWebShop()
  const members = `/settings/members?store=${store.slug}`
  await invite('admin')
  await age(subject, 16)

  const asked = await owner.submit(members, '/settings/members', { email: 'amal@kuwait.test', role: 'owner' })
  wasAsked(asked)
  const { html: shown } = await owner.get(members)
  const role =
    shown
      .match(/action="(\/settings\/members\/[^"]+\/role)"/g)
      ?.at(-1)
      ?.slice(8, -1) ?? ''
  const roleFormOf = (html: string, role: string) =>
    [...html.matchAll(/action="(\/settings\/members\/[^"]+\/role)"/g)]
      .map(([, at = '']) => at)
      .find((at) => html.split(at)[1]?.split('</form>')[0]?.includes(`value="${role}" selected`)) ?? ''
  const change = async (page: { html: string }, at: string, fields: Fields) =>
    owner.post(at, { ...hiddenFields(page.html, at), ...fields })
  expect(role).not.toBe('')

  const { page: form } = await goOn(owner, asked, subject)
  expect(form.html).toContain('You have signed in again')
  expect(form.html).toContain('value="amal@kuwait.test"')
  expect(form.html).toMatch(/<input type="radio" name="role" value="owner" required="" checked/)
  const invited = await owner.post('/settings/members', {
    ...hiddenFields(form.html, '/settings/members'),
    email: 'amal@kuwait.test',
    role: 'owner',
  })
  expect(invited.status, invited.html).toBe(303)

  await age(subject, 16)
  const list = await owner.get(members)
  const admin = roleFormOf(list.html, 'admin')
  const promoted = await change(list, admin, { role: 'owner' })
  wasAsked(promoted)
  const { page: again } = await goOn(owner, promoted, subject)
  const reopened = again.html.split('<details').find((part) => part.includes(admin)) ?? ''
  expect(reopened).toMatch(/^[^>]* open/)
  expect(reopened).toMatch(/<option value="owner" selected/)
  expect((await change(again, admin, { role: 'owner' })).status).toBe(303)
  expect(await rolesOf(store.id)).toEqual([
    { role: 'owner', joined: false },
    { role: 'owner', joined: true },
    { role: 'owner', joined: true },
  ])

  await age(subject, 16)
  expect((await owner.submit(members, '/settings/members', { email: 'staff@kuwait.test', role: 'staff' })).status).toBe(
    303,
  )
  // An admin could create tokens and API keys, with a sign-in of their own.
  wasAsked(await owner.submit(members, '/settings/members', { email: 'admin@kuwait.test', role: 'admin' }))
  await invite('staff')
  const withStaff = await owner.get(members)
  wasAsked(await change(withStaff, roleFormOf(withStaff.html, 'staff'), { role: 'admin' }))
})

test('a form that is too long to save changes nothing and says so', async () => {
  const { owner, subject, page, store } = await openWebShop()
  await age(subject, 16)
  const asked = await owner.submit(page, createTokenAt, { ...filledIn, extra: 'x'.repeat(3000) })
  wasAsked(asked)
  expect(asked.html).toContain('too long to save')
  expect(owner.cookies.has('__Host-form')).toBe(false)
  expect(await tokensOf(store.id)).toEqual([])
})
