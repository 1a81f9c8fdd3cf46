import { expect, test } from 'vitest'
import { getMe } from '../../../src/areas/stores/get-me.ts'
import { identityProviders } from '../../support/callers/identity.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, inStore, openShop } from '../../support/shop.ts'
import { accept, holderOf, invitationsOf, newAddress, peopleOf, send } from '../members/invitee.ts'

/** The service, with its identity providers trusted to verify e-mail addresses or not. */
const trusting = (trust_email: boolean) => {
  const providers: object[] = JSON.parse(identityProviders)
  return service(undefined, {
    IDENTITY_PROVIDERS: JSON.stringify(providers.map((one) => ({ ...one, trust_email }))),
  })
}

test('an identity provider that is not trusted to verify addresses gives no access to invitations', async () => {
  const shop = await openShop()
  const email = newAddress()
  const { id } = await send(shop, { email, role: 'admin' })
  const forged = await holderOf(email, { through: trusting(false) })
  const me = expectBody(await forged.get('/api/me'), 200, getMe.output)
  expect(me).toMatchObject({ email, email_verified: false, stores: [], invitations: [] })
  expect(await invitationsOf(forged)).toEqual([])
  expectProblem(await accept(forged, id), 404, 'not_found')
  expectProblem(await forged.get('/api/me', inStore(shop.store)), 404, 'store_not_found')
  expect((await forged.post(`/api/invitations/${id}/decline`, {})).status).toBe(204)
  expect(await peopleOf(shop)).toMatchObject([{ id, status: 'invited' }, {}])
  const trusted = await holderOf(email, { through: trusting(true) })
  expect((await accept(trusted, id)).status).toBe(200)
})

test('the service does not start if one of several providers does not say whether it is trusted', async () => {
  const providers: object[] = JSON.parse(identityProviders)
  expect(providers.length).toBeGreaterThan(1)
  const unsaid = providers.map(({ ...one }, at) => ({ ...one, trust_email: at === 0 ? true : undefined }))
  const without = service(undefined, { IDENTITY_PROVIDERS: JSON.stringify(unsaid) })
  expect((await (await holderOf(newAddress(), { through: without })).get('/api/me')).status).toBe(500)
})
