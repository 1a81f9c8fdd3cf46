import { expect, test } from 'vitest'
import { isToken } from '../../../../src/platform/auth/tokens/format.ts'
import { client } from '../../../support/shop.ts'
import { openWebShop, type Web } from '../../../support/callers/web.ts'

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
  await owner.submit(page, '/settings/sign-out')
  await owner.signIn(subject, { claims: { auth_time: Math.floor(Date.now() / 1000) - 3600 } })
  const asked = await create(owner, page)
  expect(asked.status, asked.html).toBe(403)
  expect(asked.html).toContain('Sign in again to continue')
})
