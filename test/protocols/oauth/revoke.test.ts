import { expect, test } from 'vitest'
import { database, service } from '../../support/service.ts'
import { expectBody, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import {
  approve,
  storesVisibleTo,
  connect,
  expectRefusal,
  newClient,
  post,
  redeem,
  refresh,
  Tokens,
} from './oauth-client.ts'

const revoke = (fields: Record<string, string | string[]>) => post('/api/oauth/revoke', fields)

test('T33: revoking an unknown token succeeds', async () => {
  const { client_id } = await newClient()
  for (const token of ['nonsense', 'mcs_at_000000000000000000000000000000000000', 'x'.repeat(4000)])
    expect(await revoke({ client_id, token })).toMatchObject({ status: 200, body: '' })
})

test("T34: revoking another client's token has no effect and reveals nothing", async () => {
  const shop = await openShop()
  const connection = await connect(shop)
  const { client_id } = await newClient()
  for (const token of [connection.access_token, connection.refresh_token])
    expect(await revoke({ client_id, token })).toMatchObject({ status: 200, body: '' })
  expect(await storesVisibleTo(connection.access_token)).toEqual([shop.store.id])
})

test('T35: revoking either token ends the connection from the next call on', async () => {
  const shop = await openShop()
  for (const kind of ['access_token', 'refresh_token'] as const) {
    const connection = await connect(shop)
    expect(await storesVisibleTo(connection.access_token)).toEqual([shop.store.id])
    const { client_id } = connection
    expect((await revoke({ client_id, token: connection[kind], token_type_hint: kind })).status).toBe(200)
    expect(await storesVisibleTo(connection.access_token)).toBe('invalid_token')
    expectRefusal(await refresh(connection), 'invalid_grant')
    expect((await revoke({ client_id, token: connection[kind] })).status).toBe(200)
  }
  const events = await asOwner`select g.id = e.actor_id as own, e.actor_kind, e.data from events e
    join oauth_grants g on g.store_id = e.store_id and g.id = e.subject_id
    where e.store_id = ${shop.store.id} and e.type = 'connection.revoked'`
  const expected = { own: true, actor_kind: 'token', data: { reason: 'revoked_by_client' } }
  expect(events).toEqual([expected, expected])
})

test('a confidential client can revoke tokens only with its secret', async () => {
  const shop = await openShop()
  const { client_id, client_secret = '' } = await newClient({ token_endpoint_auth_method: 'client_secret_post' })
  const { access_token } = expectBody(await redeem(await approve(shop, { client_id }), { client_secret }), 200, Tokens)
  expectRefusal(await revoke({ client_id, token: access_token }), 'invalid_client')
  expectRefusal(await revoke({ client_id, client_secret: 'x', token: access_token }), 'invalid_client')
  expect(await storesVisibleTo(access_token)).toEqual([shop.store.id])
  expect((await revoke({ client_id, client_secret, token: access_token })).status).toBe(200)
  expect(await storesVisibleTo(access_token)).toBe('invalid_token')
})

test('an invalid revocation request is rejected', async () => {
  const { client_id } = await newClient()
  expectRefusal(await revoke({ client_id }), 'invalid_request')
  expectRefusal(await revoke({ token: 'x' }), 'invalid_client')
  expectRefusal(await revoke({ client_id, token: ['x', 'y'] }), 'invalid_request')
  expect((await service().fetch('/api/oauth/revoke')).status).toBe(405)
})

test('costs one round trip', async () => {
  const tag = crypto.randomUUID()
  const { client_id, access_token } = await connect(await openShop())
  await post('/api/oauth/revoke', { client_id, token: access_token }, { through: service(tag) })
  expect(await database(tag).seen()).toMatchObject({ requests: 1 })
})
