import { expect, test } from 'vitest'
import { isToken } from '../../../../src/platform/auth/tokens/format.ts'
import { client } from '../../../support/shop.ts'
import { asOwner } from '../../../support/sql.ts'
import { hiddenFields, openWebShop, type Web } from '../../../support/callers/web.ts'

const createAt = '/settings/keys'

const secretIn = (html: string) => /mcs_key_[0-9A-Za-z]{36}/.exec(html)?.[0] ?? ''

async function openKeys() {
  const web = await openWebShop()
  return { ...web, page: web.page.replace('/mcp', '/keys') }
}

const create = (web: Web, page: string, fields: Record<string, string | readonly string[]> = {}) =>
  web.submit(page, createAt, { name: 'Warehouse', scopes: ['orders:read'], expires_in_days: '30', ...fields })

const revokeAt = (html: string) => /action="(\/settings\/keys\/[^"]+\/revoke)"/.exec(html)?.[1] ?? ''

test('a merchant creates a key, sees it once, uses it, and revokes it', async () => {
  const { owner, page, store } = await openKeys()
  expect((await owner.get(page)).html).toContain('No active API keys')
  const created = await create(owner, page, { scopes: ['crm:write', 'stores:read', 'orders:read'] })
  expect(created.status, created.html).toBe(200)
  expect(created.headers.get('Cache-Control')).toBe('no-store')
  const secret = secretIn(created.html)
  expect(isToken('key', secret)).toBe(true)
  expect(created.html).toContain('curl https://commerce.test/api/stores')
  expect((await client(secret).get('/api/stores')).body).toMatchObject({ data: [{ id: store.id }] })
  expect((await client(secret).post('/api/customers', { name: 'Amal' })).status).toBe(201)

  const listed = await owner.get(page)
  expect(listed.html).toContain('Warehouse')
  expect(listed.html).toContain(`${secret.slice(0, 12)}…`)
  expect(listed.html).not.toContain(secret)
  expect(listed.html).toMatch(/Last used/)
  expect((await owner.get(page.replace('/keys', '/mcp'))).html).not.toContain('Warehouse')

  const revoked = await owner.submit(page, revokeAt(listed.html))
  expect(revoked.status).toBe(303)
  const after = await owner.get(revoked.headers.get('Location') ?? '')
  expect(after.html).toContain('The API key is revoked')
  expect(after.html).toContain('Revoked and expired (1)')
  expect((await client(secret).get('/api/stores')).status).toBe(401)
})

test('a new session is not enough to create a key if the person signed in at the provider hours ago', async () => {
  const { owner, subject, page } = await openKeys()
  await owner.post('/settings/sign-out', {
    form_token: hiddenFields((await owner.get(page)).html, '/settings/sign-out')['form_token'] ?? '',
  })
  await owner.signIn(subject, { claims: { auth_time: Math.floor(Date.now() / 1000) - 3600 } })
  const asked = await create(owner, page)
  expect(asked.status, asked.html).toBe(403)
  expect(asked.html).toContain('Sign in again to continue')
})

test('a form sent twice creates one key', async () => {
  const { owner, page, store } = await openKeys()
  const hidden = hiddenFields((await owner.get(page)).html, createAt)
  const fields = { ...hidden, name: 'Warehouse', scopes: ['orders:read'], expires_in_days: '30' }
  expect((await owner.post(createAt, fields)).status).toBe(200)
  const second = await owner.post(createAt, fields)
  expect(second.status).toBe(409)
  expect(secretIn(second.html)).toBe('')
  expect(await asOwner`select count(*)::int as n from mcp_tokens where store_id = ${store.id}`).toEqual([{ n: 1 }])
})

test('an invalid form is shown again with its errors and with what was entered', async () => {
  const { owner, page } = await openKeys()
  const answer = await create(owner, page, { name: '   ', scopes: [], expires_in_days: '365' })
  expect(answer.status).toBe(422)
  expect(answer.html).toContain('The API key was not created')
  expect(answer.html).toContain('Enter a name')
  expect(answer.html).toContain('Select at least one permission')
  expect(answer.html).toMatch(/<option value="365" selected/)
  expect((await create(owner, page, { scopes: ['tokens:manage', 'everything'] })).status).toBe(422)
})

test('staff and viewers cannot manage keys, and learn who can', async () => {
  const { owner, page, hire, store } = await openKeys()
  const hidden = hiddenFields((await owner.get(page)).html, createAt)
  for (const role of ['staff', 'viewer'] as const) {
    const colleague = await hire(role)
    const shown = await colleague.get(page)
    expect(shown.status).toBe(403)
    expect(shown.html).toContain('Only owners and admins can manage API keys')
    const form_token = hiddenFields(shown.html, '/settings/sign-out')['form_token'] ?? ''
    const fields = { ...hidden, form_token, name: 'x', scopes: ['orders:read'], expires_in_days: '30' }
    const tried = await colleague.post(createAt, fields)
    expect(tried.status).toBe(403)
    expect(secretIn(tried.html)).toBe('')
  }
  expect(await asOwner`select count(*)::int as n from mcp_tokens where store_id = ${store.id}`).toEqual([{ n: 0 }])
  expect((await create(await hire('admin'), page)).status).toBe(200)
})

test('a stranger finds neither the store nor its keys', async () => {
  const { owner: stranger } = await openKeys()
  const { owner, page, store } = await openKeys()
  await create(owner, page)
  const revoke = revokeAt((await owner.get(page)).html)
  expect((await stranger.get(page)).status).toBe(404)
  const { form_token = '' } = hiddenFields((await stranger.get('/settings/keys')).html, '/settings/sign-out')
  expect((await stranger.post(revoke, { form_token })).status).toBe(404)
  const fields = { form_token, store_id: store.id, name: 'x', scopes: ['orders:read'], expires_in_days: '30' }
  expect((await stranger.post(createAt, fields)).status).toBe(404)
  expect((await owner.get(page)).html).not.toContain('No active API keys')
})
