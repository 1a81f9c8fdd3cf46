import { expect, test } from 'vitest'
import { z } from 'zod'
import { approve } from '../../protocols/oauth/oauth-client.ts'
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
  await asOwner`insert into access_tokens (store_id, id, use, name, scopes, token_hash, token_prefix, created_by, expires_at, revoked_at)
    select ${shop.store.id}, uuidv7(), ${use}, 'Server', '{}', sha256((${shop.store.id} || n)::bytea), 'mcs', ${id},
           now() + n * interval '1 hour', case when n > 1000 then now() end
      from generate_series(-1, 1500) as n`
  const one = { name: 'One more', scopes: [...scopes] }
  expect(expectProblem(await shop.owner.post(path, one), 409, 'limit_reached').detail).toContain('already has 1000')
  // The other kind has room.
  await (use === 'api' ? tokenFor(shop) : createKeyOf(shop))
  expect((await shop.owner.patch(`/api/members/${id}`, { role: 'staff' })).status).toBe(200)
  const [left] = await asOwner`select count(*)::int as valid from access_tokens
    where store_id = ${shop.store.id} and created_by = ${id} and revoked_at is null and expires_at > now()`
  expect(left).toEqual({ valid: 0 })
  expect((await shop.owner.post(path, one)).status).toBe(201)
})

test('a store can have 1,000 valid connections of assistants', async () => {
  const shop = await openShop()
  const user = await userId(shop.owner)
  await asOwner`insert into oauth_grants (store_id, id, user_id, client_id, client_name, redirect_host, scopes, resource, expires_at)
    select ${shop.store.id}, uuidv7(), case when n <= 100 then ${user}::uuid else gen_random_uuid() end,
           'x', 'x', 'x', '{}', 'x', now() + interval '1 hour' from generate_series(1, 1000) as n`
  const end = (owner: boolean) =>
    asOwner.query(
      `update oauth_grants set expires_at = now() where id = (
         select id from oauth_grants where store_id = $1 and expires_at > now() and (user_id = $2) = $3 limit 1)`,
      [shop.store.id, user, owner],
    )
  const refusal = async () =>
    z.object({ code: z.string(), message: z.string() }).parse(await approve(shop).catch((error: unknown) => error))
  expect(await refusal()).toMatchObject({ code: 'limit_reached', message: expect.stringContaining('already has 1000') })
  await end(false)
  expect(await refusal()).toMatchObject({
    code: 'limit_reached',
    message: expect.stringContaining('already have 100 valid'),
  })
  await end(true)
  await approve(shop)
})

test.for([
  ['API keys', 'api', '/api/keys', ['orders:read']],
  ['MCP tokens', 'mcp', '/api/mcp/tokens', ['orders:read']],
] as const)('one person can have 100 valid %s in a store, and others have room', async ([, use, path, scopes]) => {
  const shop = await openShop()
  const admin = await shop.hire('admin')
  await asOwner`insert into access_tokens (store_id, id, use, name, scopes, token_hash, token_prefix, created_by, expires_at)
    select ${shop.store.id}, uuidv7(), ${use}, 'Server', '{}', sha256((${shop.store.id} || n)::bytea), 'mcs', ${await userId(admin)},
           now() + interval '1 hour' from generate_series(1, 100) as n`
  const one = { name: 'One more', scopes: [...scopes] }
  expect(expectProblem(await admin.post(path, one), 409, 'limit_reached').detail).toContain('already have 100')
  expect((await shop.owner.post(path, one)).status).toBe(201)
})
