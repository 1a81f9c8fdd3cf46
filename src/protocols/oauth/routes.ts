import { keepsOpener } from '../../platform/http/standard-headers.ts'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { hashToken } from '../../platform/auth/tokens/format.ts'
import { ServiceError } from '../../platform/errors/errors.ts'
import type { AppEnv } from '../../platform/http/app-env.ts'
import { configOf, tokenKeysOf } from '../../platform/configuration/config.ts'
import { rememberToken } from '../../platform/http/limits/limit-tokens.ts'
import { addressKey, limitAddress, originKeys } from '../../platform/http/limits/rate-limit.ts'
import { limitBody, received } from '../../platform/http/bodies/read-body.ts'
import { visitorOf } from '../../platform/http/callers/visitor.ts'
import { errorResponse, OAuthError } from './oauth-error.ts'
import { type LanguageEnv, withLanguage } from '../../pages/settings/words/language.ts'
import { authorizeErrorPage } from './authorize-error-page.ts'
import { authorize } from './authorize.ts'
import { presentedClient } from './client-authentication.ts'
import { metadata } from './metadata.ts'
import { type Parameters, readParameters } from './parameters.ts'
import { register } from './register.ts'
import { revoke } from './revoke.ts'
import { token } from './token.ts'

/**
 * Any origin may call these endpoints, because they ignore cookies. This does not apply to the authorize endpoint, which is
 * a page.
 */
const anyOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST'],
  allowHeaders: ['Authorization', 'Content-Type', 'MCP-Protocol-Version', 'X-Request-Id'],
  exposeHeaders: ['RateLimit-Policy', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'],
  maxAge: 86_400,
})

const limitForm = (kilobytes: number, errorOf: (detail: string) => Error) =>
  limitBody(kilobytes * 1024, () => errorOf(`The request body must be at most ${kilobytes} KB.`))

const tooLarge = (detail: string) => new OAuthError('invalid_request', detail)

const pages = new Hono<LanguageEnv>()
  .onError(authorizeErrorPage)
  .use('/authorize', withLanguage)
  .use('/authorize', keepsOpener)
  .get('/authorize', async (c) => c.redirect(await startAuthorization(c, new URL(c.req.url).search.slice(1)), 303))
  .use(
    '/authorize',
    limitForm(16, (detail) => new ServiceError('payload_too_large', detail)),
  )
  .post('/authorize', async (c) => c.redirect(await startAuthorization(c, await bodyOf(c)), 303))
  // Handled here, because the endpoints below allow any origin.
  .all('/authorize', (c) => c.body(null, c.req.method === 'OPTIONS' ? 204 : 405, { Allow: 'GET, POST, OPTIONS' }))

async function startAuthorization(c: Context<LanguageEnv>, parameters: string): Promise<string> {
  await limitAddress(c, 'authorize')
  const config = configOf(c.env)
  // Without keys, fail before the consent page and not after it.
  const keys = tokenKeysOf(config)
  return authorize({
    parameters: readParameters(parameters),
    origin: await originKeys(c, keys.current),
    visitor: visitorOf(c),
    issuer: config.publicUrl,
  })
}

const endpoints = new Hono<AppEnv>()
  .onError(errorResponse)
  .use('/token', anyOrigin, limitForm(8, tooLarge))
  .use('/revoke', anyOrigin, limitForm(8, tooLarge))
  .use('/register', anyOrigin, limitForm(16, tooLarge))
  .post('/token', async (c) => {
    await limitAddress(c, 'token')
    const config = configOf(c.env)
    const form = await formOf(c)
    const client = await presentedClient(c.req.header('Authorization'), form)
    const asking = { form, client, visitor: visitorOf(c), keys: tokenKeysOf(config), publicUrl: config.publicUrl }
    const issued = await token(asking)
    rememberToken(c, await hashToken(issued.access_token))
    return c.json(issued)
  })
  .post('/revoke', async (c) => {
    await limitAddress(c, 'token')
    const form = await formOf(c)
    await revoke(form, await presentedClient(c.req.header('Authorization'), form), visitorOf(c))
    return c.body(null, 200)
  })
  .post('/register', async (c) => {
    await limitAddress(c, 'register')
    const from = await addressKey(c, tokenKeysOf(configOf(c.env)).current)
    return c.json(await register(await jsonOf(c), from, visitorOf(c), new Date()), 201)
  })

export const oauthRoutes = new Hono<AppEnv>().route('/', pages).route('/', endpoints)

export const authorizationServerMetadata = new Hono<AppEnv>()
  .use('/oauth-authorization-server', anyOrigin)
  .get('/oauth-authorization-server', (c) =>
    c.json(metadata(configOf(c.env).publicUrl), 200, { 'Cache-Control': 'public, max-age=3600' }),
  )

/** RFC 6749 section 3.2 and appendix B: only form bodies. */
async function formOf(c: Context<AppEnv>): Promise<Parameters> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(c.req.header('Content-Type') ?? ''))
    throw new OAuthError('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.')
  return readParameters(await bodyOf(c))
}

// Not c.req.text(), because workerd logs a warning for every form read that way.
const bodyOf = async (c: Pick<Context, 'req'>) => new TextDecoder().decode(await received(c.req.arrayBuffer()))

async function jsonOf(c: Context<AppEnv>): Promise<unknown> {
  const text = await received(c.req.text())
  try {
    return JSON.parse(text)
  } catch {
    throw new OAuthError('invalid_client_metadata', 'Send the metadata as JSON.')
  }
}
