import { expect, test } from 'vitest'
import { approve } from '../../protocols/oauth/assistant.ts'
import { tokenFor } from '../../support/callers/assistant.ts'
import { createKeyOf } from '../../support/callers/keys.ts'
import { expectProblem, openShop, userId } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

// Whoever loses their role loses their keys, tokens and connections with it, in one transaction. So there is a limit to these.

test.for([
  ['API key', 'api', '/api/keys', ['orders:read']],
  ['MCP token', 'mcp', '/api/mcp/tokens', ['orders:read']],
] as const)('a store can have 1,000 valid ones of %s', async ([, use, path, scopes]) => {
  const shop = await openShop()
  const admin = await shop.hire('admin')
  const id = await userId(admin)
  await asOwner`insert into mcp_tokens (store_id, id, use, name, scopes, token_hash, token_prefix, created_by, expires_at, revoked_at)
    select ${shop.store.id}, uuidv7(), ${use}, 'Server', '{}', sha256((${shop.store.id} || n)::bytea), 'mcs', ${id},
           now() + n * interval '1 hour', case when n > 1000 then now() end
      from generate_series(-1, 1500) as n`
  const one = { name: 'One more', scopes: [...scopes] }
  expect(expectProblem(await shop.owner.post(path, one), 409, 'limit_reached').detail).toContain('already has 1000')
  // The other kind has room.
  await (use === 'api' ? tokenFor(shop) : createKeyOf(shop))
  expect((await shop.owner.patch(`/api/members/${id}`, { role: 'staff' })).status).toBe(200)
  const [left] = await asOwner`select count(*)::int as valid from mcp_tokens
    where store_id = ${shop.store.id} and created_by = ${id} and revoked_at is null and expires_at > now()`
  expect(left).toEqual({ valid: 0 })
  expect((await shop.owner.post(path, one)).status).toBe(201)
})

test('a store can have 1,000 valid connections of assistants', async () => {
  const shop = await openShop()
  await asOwner`insert into oauth_grants (store_id, id, user_id, client_id, client_name, redirect_host, scopes, resource, expires_at)
    select ${shop.store.id}, uuidv7(), ${await userId(shop.owner)}, 'x', 'x', 'x', '{}', 'x', now() + interval '1 hour'
      from generate_series(1, 1000)`
  await expect(approve(shop)).rejects.toMatchObject({ code: 'limit_reached' })
  await asOwner`update oauth_grants set expires_at = now() where store_id = ${shop.store.id} and user_id = ${await userId(shop.owner)}
    and id = (select min(id::text)::uuid from oauth_grants where store_id = ${shop.store.id})`
  await approve(shop)
})
