import { createMiddleware } from 'hono/factory'
import { ServiceError } from '../../errors/errors.ts'
import { parseJson } from '../../errors/parse-json.ts'
import type { AppEnv } from '../app-env.ts'
import { received } from './read-body.ts'

const withoutBody = new WeakSet<Request>()

/** Whether the request was sent without a body, which is read as `{}`. */
export const hasNoBody = ({ raw }: { raw: Request }) => withoutBody.has(raw)

/** Refuses a body that is not JSON or that Postgres cannot store, before validation. */
export const readJson = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'POST' || c.req.method === 'PATCH' || c.req.method === 'PUT') {
    const isJson = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(c.req.header('Content-Type') ?? '')
    // workerd logs a warning when text() reads a body of another type.
    const text = isJson ? await received(c.req.text()) : new TextDecoder().decode(await received(c.req.arrayBuffer()))
    // Clients often send no body to an action that takes no input, with or without a Content-Type.
    if (text === '') {
      const { url, method, headers } = c.req.raw
      c.req.raw = new Request(url, { method, headers, body: '{}' })
      c.req.bodyCache = {}
      withoutBody.add(c.req.raw)
      return next()
    }
    if (!isJson)
      throw new ServiceError('unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.')
    parseJson(text)
  }
  await next()
})
