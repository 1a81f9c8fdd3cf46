import { Hono } from 'hono'
import { readBearer } from '../../src/platform/auth/session/bearer.ts'
import { parseIdentityProviders } from '../../src/platform/auth/session/identity-providers.ts'
import { verifySession } from '../../src/platform/auth/session/session.ts'
import { createSigningKeys } from '../../src/platform/auth/session/signing-keys.ts'

const keys = createSigningKeys()
let providers: ReturnType<typeof parseIdentityProviders> | undefined

/** A ceiling: a route that only verifies the session. */
const app = new Hono<{ Bindings: { IDENTITY_PROVIDERS: string } }>()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .get('/verify', async (c) => {
    providers ??= parseIdentityProviders(c.env.IDENTITY_PROVIDERS)
    const bearer = readBearer(c.req.header('Authorization'))
    if ('refused' in bearer) return c.json({ refused: bearer.refused }, 401)
    const { subject } = await verifySession(bearer.token, {
      providers,
      keys,
      now: () => new Date(),
      waitUntil: (work) => c.executionCtx.waitUntil(work),
    })
    return c.json({ subject })
  })

export default app
