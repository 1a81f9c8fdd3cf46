import { expect, test } from 'vitest'
import { newAddress } from '../../../areas/members/invitee.ts'
import { fromOwnPage, hiddenFields, openWebShop, partOf, type Web } from '../../../support/callers/web.ts'
import { asOwner } from '../../../support/sql.ts'

const at = ({ slug }: { slug: string }) => `/settings/members?store=${slug}`

type Change = '/role' | '/remove' | '/revoke'

/** The path of a form in a member's row. */
function formOf(html: string, email: string, what: Change): string {
  const row = partOf(html, `<h3><bdi>${email}</bdi>`, '</li>')
  const action = new RegExp(`action="(/settings/members/[^"]+${what})"`).exec(row)?.[1]
  if (action === undefined) throw new Error(`there is no ${what} for ${email}:\n${row}`)
  return action
}

/** Sends a form in a member's row. */
async function change(web: Web, page: string, email: string, what: Change, fields = {}) {
  const { html } = await web.get(page)
  const action = formOf(html, email, what)
  return web.post(action, { ...hiddenFields(html, action), ...fields })
}

test('an invited person signs in and joins the store, and loses access when removed', async () => {
  const { owner, store, invite } = await openWebShop()
  const clerk = await invite('staff')
  const welcome = await clerk.get(`/settings/store?store=${store.id}`)
  expect(welcome.html).toContain('you are a member of staff')

  const listed = await owner.get(at(store))
  expect(partOf(listed.html, `<h3><bdi>${clerk.email}</bdi>`, '</li>')).toContain('Staff')
  const removed = await change(owner, at(store), clerk.email, '/remove')
  expect(removed.status, removed.html).toBe(303)
  expect(removed.headers.get('Location')).toBe(`${at(store)}&done=removed`)
  const after = await owner.get(removed.headers.get('Location') ?? '')
  expect(after.html).toContain('no longer has access to this store')
  expect(after.html).not.toContain(clerk.email)
  expect((await clerk.get(`/settings/store?store=${store.id}`)).html).toContain('You have no store yet')
})

test('the page shows the sign-in link and says that no email is sent', async () => {
  const { owner, store } = await openWebShop()
  const sent = await owner.submit(at(store), '/settings/members', { email: newAddress(), role: 'viewer' })
  const { html } = await owner.get(sent.headers.get('Location') ?? '')
  expect(html).toContain('We do not send an email')
  expect(html).toContain(`value="https://commerce.test/settings/store?store=${store.id}"`)
  expect(html).toContain('Invitation created')
  // An email address in the URL would stay in the browser's history.
  expect(sent.headers.get('Location')).not.toContain('kuwait')
})

test('owners and admins can change roles, but only owners can make owners', async () => {
  const { owner, store, invite } = await openWebShop()
  const [admin, clerk] = [await invite('admin'), await invite('viewer')]
  const changed = await change(admin, at(store), clerk.email, '/role', { role: 'staff' })
  expect(changed.headers.get('Location')).toBe(`${at(store)}&done=changed`)
  expect((await clerk.get(`/settings/store?store=${store.slug}`)).html).toContain('you are a member of staff')
  // An admin can neither choose the owner role nor change an owner.
  const { html } = await admin.get(at(store))
  expect(html).not.toContain('<option value="owner"')
  expect(html).not.toMatch(/<input type="radio" name="role" value="owner"/)
  expect(html).toContain('only owners can change or remove owners')
  const own = await owner.get(at(store))
  expect(own.html).toContain('<option value="owner"')

  const action = formOf(html, clerk.email, '/role')
  const tried = await admin.post(action, { ...hiddenFields(html, action), role: 'owner' })
  expect(tried.status).toBe(403)
  expect(tried.html).toContain('Only an owner can add, change or remove an owner')
})

test('an invitation is renewed with another role, and revoked', async () => {
  const { owner, store } = await openWebShop()
  const email = newAddress()
  await owner.submit(at(store), '/settings/members', { email, role: 'viewer' })
  await asOwner`update store_invitations set expires_at = now() - interval '1 day' where email = ${email}`
  const { html } = await owner.get(at(store))
  const row = partOf(html, `<h3><bdi>${email}</bdi>`, '</li>')
  expect(row).toContain('Expired')
  const again = await owner.post('/settings/members', { ...hiddenFields(row, '/settings/members'), role: 'staff' })
  expect(again.status, again.html).toBe(303)
  const renewed = partOf((await owner.get(at(store))).html, `<h3><bdi>${email}</bdi>`, '</li>')
  expect(renewed).toContain('Invited')
  expect(renewed).toContain('Staff')

  const revoked = await change(owner, at(store), email, '/revoke')
  expect(revoked.headers.get('Location')).toBe(`${at(store)}&done=revoked`)
  expect((await owner.get(at(store))).html).not.toContain(email)
})

test('an invitation from a removed admin is marked as invalid', async () => {
  const { owner, store, invite } = await openWebShop()
  const admin = await invite('admin')
  const email = newAddress()
  await admin.submit(at(store), '/settings/members', { email, role: 'staff' })
  await change(owner, at(store), admin.email, '/remove')
  const row = partOf((await owner.get(at(store))).html, `<h3><bdi>${email}</bdi>`, '</li>')
  expect(row).toContain('Invalid: the person who sent it')
})

test('a form sent twice creates one invitation', async () => {
  const { owner, store } = await openWebShop()
  const hidden = hiddenFields((await owner.get(at(store))).html, '/settings/members')
  const fields = { ...hidden, email: newAddress(), role: 'staff' }
  for (let i = 0; i < 2; i++) expect((await owner.post('/settings/members', fields)).status).toBe(303)
  const rows = await asOwner`select version from store_invitations where store_id = ${store.id}`
  expect(rows).toEqual([{ version: 1 }])
})

test('an invalid form is shown again with its errors and with what was entered', async () => {
  const { owner, store, invite } = await openWebShop()
  const send = (fields: Record<string, string>) => owner.submit(at(store), '/settings/members', fields)
  const wrong = await send({ email: 'amal at kuwait', role: 'boss' })
  expect(wrong.status).toBe(422)
  for (const said of ['Enter a full email address', 'Choose a role', 'value="amal at kuwait"'])
    expect(wrong.html).toContain(said)
  const clerk = await invite('staff')
  const twice = await send({ email: clerk.email, role: 'admin' })
  expect(twice.status).toBe(422)
  expect(twice.html).toContain('They are already a member')
  expect(twice.html).toMatch(/name="role" value="admin" required(="")? checked/)
})

test('the only owner can neither step down nor leave', async () => {
  const { owner, subject, store } = await openWebShop()
  const email = `${subject}@test.example`
  const stepped = await change(owner, at(store), email, '/role', { role: 'viewer' })
  expect(stepped.status).toBe(409)
  expect(stepped.html).toContain('This is the only owner')
  const left = await owner.submit(at(store), '/settings/store/leave')
  expect(left.status).toBe(409)
  expect(left.html).toContain('You are the only owner')
})

test('a change based on an outdated page is refused, and the current list is shown', async () => {
  const { owner, store, invite } = await openWebShop()
  const [second, clerk] = [await invite('owner'), await invite('viewer')]
  const { html } = await owner.get(at(store))
  const role = formOf(html, clerk.email, '/role')
  await change(second, at(store), clerk.email, '/role', { role: 'staff' })
  const late = await owner.post(role, { ...hiddenFields(html, role), role: 'admin' })
  expect(late.status).toBe(409)
  expect(late.html).toContain('Someone else changed this member after you opened the page')
  expect(partOf(late.html, `<h3><bdi>${clerk.email}</bdi>`, '</li>')).toContain('Staff')

  await change(second, at(store), clerk.email, '/remove')
  const remove = formOf(html, clerk.email, '/remove')
  const gone = await owner.post(remove, hiddenFields(html, remove))
  expect(gone.status).toBe(404)
  expect(gone.html).toContain('no longer on the list')
})

test('staff and viewers cannot manage members, and learn who can', async () => {
  const { owner, subject, store, invite } = await openWebShop()
  const hidden = hiddenFields((await owner.get(at(store))).html, '/settings/members')
  const before = await asOwner`select role from store_members where store_id = ${store.id} order by role`
  expect(before).toHaveLength(1)
  for (const role of ['staff', 'viewer'] as const) {
    const colleague = await invite(role)
    const shown = await colleague.get(at(store))
    expect(shown.status).toBe(403)
    expect(shown.html).toContain('Only owners and admins can manage members')
    expect(shown.html).toContain(`${subject}@test.example`)
    const form_token = hiddenFields(shown.html, '/settings/sign-out')['form_token'] ?? ''
    const good = { ...hidden, form_token }
    const forms: [string, Record<string, string>][] = [
      ['/settings/members', { email: newAddress(), role: 'viewer' }],
      [formOf((await owner.get(at(store))).html, colleague.email, '/role'), { role: 'owner', version: '1' }],
    ]
    for (const [path, fields] of forms) expect((await colleague.post(path, { ...good, ...fields })).status).toBe(403)
  }
  expect(await asOwner`select email from store_invitations where store_id = ${store.id}`).toEqual([])
})

test('a stranger finds none of the members', async () => {
  const { owner: stranger } = await openWebShop()
  const { owner, store, invite } = await openWebShop()
  const clerk = await invite('staff')
  const { html } = await owner.get(at(store))
  expect((await stranger.get(at(store))).status).toBe(404)
  const form_token =
    hiddenFields((await stranger.get('/settings/members')).html, '/settings/sign-out')['form_token'] ?? ''
  const given = { form_token, store: store.slug, store_id: store.id, version: '1', role: 'viewer', email: newAddress() }
  for (const path of [
    '/settings/members',
    formOf(html, clerk.email, '/role'),
    formOf(html, clerk.email, '/remove'),
    `/settings/members/${crypto.randomUUID()}/revoke`,
  ])
    expect((await stranger.post(path, given, fromOwnPage)).status, path).toBe(404)
  const remove = formOf(html, clerk.email, '/remove')
  for (const store_id of ['', 'none', crypto.randomUUID()])
    expect((await owner.post(remove, { ...hiddenFields(html, remove), store_id })).status).toBe(404)
  expect((await owner.get(at(store))).html).toContain(clerk.email)
})

test('the tabs lead to the other pages of the same store', async () => {
  const { owner, store, page } = await openWebShop()
  for (const path of [page, at(store), `/settings/store?store=${store.slug}`]) {
    const { html } = await owner.get(path)
    const nav = partOf(html, '<nav', '</nav>')
    for (const section of ['mcp', 'members', 'store'])
      expect(nav).toContain(`href="/settings/${section}?store=${store.slug}"`)
    expect(nav).toContain(`href="${path}" aria-current="page"`)
  }
})

test('a long list of members is split into small pages', async () => {
  const { owner, store } = await openWebShop({ name: 'ع'.repeat(100) })
  await asOwner`insert into store_members (store_id, user_id, issuer, subject, email, role, created_at)
    select ${store.id}, gen_random_uuid(), 'x', 'm' || n, repeat('m', 60) || n || '@' || repeat('k', 60) || '.test', 'staff',
           now() - n * interval '1 hour' from generate_series(1, 30) as n`
  const { html } = await owner.get(at(store))
  expect(html).toContain('Older members')
  const bytes = new TextEncoder().encode(html).length
  console.log(`the fullest page of members: ${bytes} bytes of HTML`)
  expect(bytes).toBeLessThan(36 * 1024)
  const older = /href="([^"]+members=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await owner.get(older)).html).toContain('mm20@')
})
