import { expect, test } from 'vitest'
import { parseIdentityProviders } from '../../../../src/platform/auth/session/identity-providers.ts'
import { verifySession } from '../../../../src/platform/auth/session/session.ts'
import { createSigningKeys } from '../../../../src/platform/auth/session/signing-keys.ts'
import { identityProviders, sessionToken, testIssuer } from '../../../support/callers/identity.ts'

const providers = parseIdentityProviders(identityProviders)
const context = { providers, keys: createSigningKeys(), now: () => new Date(), waitUntil: () => {} }

test('the session tokens that other tests use are valid', async () => {
  const token = await sessionToken({ subject: 'owner', email: 'owner@acme.test' })
  expect(await verifySession(token, context)).toMatchObject({
    issuer: testIssuer,
    subject: 'owner',
    email: 'owner@acme.test',
    emailVerified: true,
  })
  const expired = await sessionToken({ subject: 'owner', expiresInSeconds: -60 })
  await expect(verifySession(expired, context)).rejects.toMatchObject({ reason: 'expired' })
})
