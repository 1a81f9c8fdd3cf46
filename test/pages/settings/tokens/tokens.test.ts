import { describe, expect, test } from 'vitest'
import { asOwner } from '../../../support/sql.ts'
import { hiddenFields, openWebShop, type Fields, type Web } from '../../../support/callers/web.ts'

const kinds = [
  {
    what: 'token',
    section: 'mcp',
    createAt: '/settings/mcp/tokens',
    secret: /mcs_mcp_[0-9A-Za-z]{36}/,
    refused: 'The token was not created',
    managed: 'Only owners and admins can manage assistants',
    none: 'No active tokens',
  },
  {
    what: 'key',
    section: 'keys',
    createAt: '/settings/keys',
    secret: /mcs_key_[0-9A-Za-z]{36}/,
    refused: 'The API key was not created',
    managed: 'Only owners and admins can manage API keys',
    none: 'No active API keys',
  },
] as const

const good = { name: 'Robot', scopes: ['orders:read'], expires_in_days: '30' }

const countOf = async (storeId: string) =>
  (await asOwner`select count(*)::int as n from access_tokens where store_id = ${storeId}`)[0]?.['n']

describe.each(kinds)('the page of each $what', ({ section, createAt, secret, refused, managed, none }) => {
  const create = (web: Web, page: string, fields: Fields = {}) => web.submit(page, createAt, { ...good, ...fields })

  async function openPage() {
    const shop = await openWebShop()
    return { ...shop, page: `/settings/${section}?store=${shop.store.slug}` }
  }

  test('a form sent twice creates one', async () => {
    const { owner, page, store } = await openPage()
    const fields = { ...hiddenFields((await owner.get(page)).html, createAt), ...good }
    expect((await owner.post(createAt, fields)).status).toBe(200)
    const second = await owner.post(createAt, fields)
    expect(second.status).toBe(409)
    expect(second.html).not.toMatch(secret)
    expect(await countOf(store.id)).toBe(1)
  })

  test('an invalid form is shown again with its errors and with what was entered', async () => {
    const { owner, page } = await openPage()
    const answer = await create(owner, page, { name: '   ', scopes: [], expires_in_days: '365' })
    expect(answer.status).toBe(422)
    for (const said of [refused, 'Enter a name', 'Select at least one permission']) expect(answer.html).toContain(said)
    expect(answer.html).toMatch(/<option value="365" selected/)
    expect((await create(owner, page, { scopes: ['tokens:manage', 'everything'] })).status).toBe(422)
  })

  test('staff and viewers can create none, and learn who can', async () => {
    const { owner, page, hire, store } = await openPage()
    const hidden = hiddenFields((await owner.get(page)).html, createAt)
    for (const role of ['staff', 'viewer'] as const) {
      const colleague = await hire(role)
      const shown = await colleague.get(page)
      expect(shown.status).toBe(403)
      expect(shown.html).toContain(managed)
      const { form_token = '' } = hiddenFields(shown.html, '/settings/sign-out')
      const tried = await colleague.post(createAt, { ...hidden, ...good, form_token })
      expect(tried.status).toBe(403)
      expect(tried.html).not.toMatch(secret)
    }
    expect(await countOf(store.id)).toBe(0)
    expect((await create(await hire('admin'), page)).status).toBe(200)
  })

  test('a stranger finds neither the store nor what it has', async () => {
    const { owner: stranger } = await openPage()
    const { owner, page, store } = await openPage()
    await create(owner, page)
    const revoke = new RegExp(`action="(${createAt}/[^"]+/revoke)"`).exec((await owner.get(page)).html)?.[1] ?? ''
    expect(revoke).toContain(createAt)
    expect((await stranger.get(page)).status).toBe(404)
    const { form_token = '' } = hiddenFields((await stranger.get(`/settings/${section}`)).html, '/settings/sign-out')
    expect((await stranger.post(revoke, { form_token })).status).toBe(404)
    expect((await stranger.post(createAt, { ...good, form_token, store_id: store.id })).status).toBe(404)
    expect((await owner.get(page)).html).not.toContain(none)
  })
})
