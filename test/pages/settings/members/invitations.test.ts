import { expect, test } from 'vitest'
import { newAddress } from '../../../areas/members/invitee.ts'
import { service } from '../../../support/service.ts'
import { asOwner } from '../../../support/sql.ts'
import {
  copyOf,
  hiddenFields,
  openWeb,
  openWebShop,
  partOf,
  type Web,
  webIssuer,
} from '../../../support/callers/web.ts'

type Shop = Awaited<ReturnType<typeof openWebShop>>

const send = async ({ owner, store }: Shop, email: string, role = 'staff') =>
  expect(
    (await owner.submit(`/settings/members?store=${store.slug}`, '/settings/members', { email, role })).status,
  ).toBe(303)

/** The accept and decline paths of the first invitation on the page. */
function answersOn(html: string): { accept: string; decline: string } {
  const [, id] = /action="\/settings\/invitations\/([^"]+)\/accept"/.exec(html) ?? []
  if (id === undefined) throw new Error(`there is no invitation on the page:\n${html}`)
  return { accept: `/settings/invitations/${id}/accept`, decline: `/settings/invitations/${id}/decline` }
}

const signedIn = async (email: string) => {
  const web = openWeb()
  await web.signIn(`user_${crypto.randomUUID()}`, { claims: { email } })
  return web
}

const invitedTo = async (web: Web, page = '/settings/store') => (await web.get(page)).html.includes('You are invited')

test('the owner of one store sees an invitation to another and accepts it with a button', async () => {
  const name = '<b>Rival</b> \u202eshop'
  const [mine, other] = [await openWebShop(), await openWebShop({ name })]
  await send(other, `${mine.subject}@test.example`)

  const { html } = await mine.owner.get(mine.page)
  const notice = partOf(html, '<aside class="good invited">', '</aside>')
  expect(notice).toContain('You are invited to join <bdi>&lt;b&gt;Rival&lt;/b&gt; shop</bdi> as a member of staff')
  expect(notice).toContain(`<bdi>${other.subject}@test.example</bdi> invited you`)
  // Any site could have linked here, so opening the link must not join the store.
  const link = `/settings/store?store=${other.store.id}`
  expect((await mine.owner.get(link)).html).toContain(notice)
  const { accept } = answersOn(html)
  expect((await mine.owner.post(accept, { form_token: 'another' })).status).toBe(403)
  expect(await invitedTo(mine.owner)).toBe(true)

  const joined = await mine.owner.submit(link, accept)
  expect(joined.status, joined.html).toBe(303)
  expect((await mine.owner.get(joined.headers.get('Location') ?? '')).html).toContain('you are a member of staff')
  expect(await invitedTo(mine.owner)).toBe(false)
  const again = await mine.owner.post(accept, hiddenFields(html, accept))
  expect(again.headers.get('Location')).toBe(joined.headers.get('Location'))
})

test('a new user sees the invitation on the first-store page and declines it', async () => {
  const shop = await openWebShop()
  const email = newAddress()
  await send(shop, email)
  const web = await signedIn(email)
  const { html } = await web.get(`/settings/store?store=${shop.store.id}`)
  expect(html).toContain('You have no store yet')
  expect(html).toContain('You are invited to join <bdi>Test shop</bdi>')
  expect(html).not.toContain('Expecting an invitation?')
  const { accept, decline } = answersOn(html)
  const declined = await web.post(decline, hiddenFields(html, decline))
  expect(declined).toMatchObject({ status: 303 })
  expect(declined.headers.get('Location')).toBe('/settings')
  expect(await invitedTo(web)).toBe(false)
  expect((await web.post(decline, hiddenFields(html, decline))).status).toBe(303)
  expect((await web.post(accept, hiddenFields(html, accept))).status).toBe(404)
  expect((await shop.owner.get(`/settings/members?store=${shop.store.slug}`)).html).not.toContain(email)
})

test('nobody can answer an invitation to somebody else', async () => {
  const shop = await openWebShop()
  const email = newAddress()
  await send(shop, email)
  const web = await signedIn(email)
  const { accept, decline } = answersOn((await web.get('/settings/store')).html)
  const stranger = (await openWebShop()).owner
  const { form_token = '' } = hiddenFields((await stranger.get('/settings/store')).html, '/settings/sign-out')
  expect((await stranger.post(accept, { form_token })).status).toBe(404)
  expect((await stranger.post(decline, { form_token })).status).toBe(303)
  expect(await invitedTo(web)).toBe(true)
})

test('answering redirects only to our own pages', async () => {
  for (const [return_to, location] of [
    ['/settings/authorize?request=abc', '/settings/authorize?request=abc'],
    ['https://evil.test/', '/console'],
  ] as const) {
    const shop = await openWebShop()
    const email = newAddress()
    await send(shop, email)
    const web = await signedIn(email)
    const { html } = await web.get('/settings/store')
    const { accept } = answersOn(html)
    const answer = await web.post(accept, { ...hiddenFields(html, accept), return_to })
    expect(answer.headers.get('Location')).toBe(location)
  }
})

test('a person with an unconfirmed email address sees no invitation, and learns why', async () => {
  const shop = await openWebShop()
  const email = newAddress()
  await send(shop, email, 'admin')
  for (const email_verified of [false, 'true', null]) {
    const web = openWeb()
    await web.signIn(`user_${crypto.randomUUID()}`, { claims: { email, email_verified } })
    const page = await web.get(`/settings/store?store=${shop.store.id}`)
    expect(page.html).toContain('once your email address is confirmed')
    expect(page.html).not.toContain('You are invited')
  }
  const other = openWeb()
  await other.signIn(`user_${crypto.randomUUID()}`)
  expect((await other.get('/settings/store')).html).toContain('an address other than')
  expect(await invitedTo(await signedIn(email.toUpperCase()))).toBe(true)
})

test('no invitation is shown if the provider is not trusted with email addresses, not even in an older session', async () => {
  const shop = await openWebShop()
  const email = newAddress()
  await send(shop, email)
  const entry = (trust_email: boolean) => ({
    IDENTITY_PROVIDERS: JSON.stringify([
      { preset: 'oidc', issuer: webIssuer, jwks_uri: `${webIssuer}/jwks`, audience: ['x'], trust_email },
    ]),
  })
  const before = openWeb(service(undefined, entry(true)))
  await before.signIn(`user_${crypto.randomUUID()}`, { claims: { email } })
  const { html } = await before.get('/settings/store')
  const { accept } = answersOn(html)

  const untrusted = copyOf(before, service(undefined, entry(false)))
  expect(await invitedTo(untrusted)).toBe(false)
  expect((await untrusted.post(accept, hiddenFields(html, accept))).status).toBe(404)
  const fresh = openWeb(service(undefined, entry(false)))
  await fresh.signIn(`user_${crypto.randomUUID()}`, { claims: { email } })
  expect(await invitedTo(fresh)).toBe(false)
  expect(await asOwner`select 1 from store_invitations where email = ${email}`).toHaveLength(1)
})
