import { createMiddleware } from 'hono/factory'
import { ServiceError } from '../errors.ts'
import { parseJson } from '../parse-json.ts'
import type { AppEnv } from './app-env.ts'

const bodyless = new WeakSet<Request>()

/** Of a request sent without a body, which is read as `{}`. */
export const isBodyless = ({ raw }: { raw: Request }) => bodyless.has(raw)

/** Refuses a body that is no JSON, or one that Postgres could not keep, before anything looks at it. */
export const readJson = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'POST' || c.req.method === 'PATCH' || c.req.method === 'PUT') {
    const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(c.req.header('Content-Type') ?? '')
    // workerd logs a warning when text() reads a body of another type.
    const text = isJson ? await c.req.text() : new TextDecoder().decode(await c.req.arrayBuffer())
    // An action that takes nothing is often sent without a body, with or without saying that it would be JSON.
    if (text === '') {
      const { url, method, headers } = c.req.raw
      c.req.raw = new Request(url, { method, headers, body: '{}' })
      c.req.bodyCache = {}
      bodyless.add(c.req.raw)
      return next()
    }
    if (!isJson)
      throw new ServiceError('unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.')
    parseJson(text)
  }
  await next()
})
