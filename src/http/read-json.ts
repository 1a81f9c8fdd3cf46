import { createMiddleware } from 'hono/factory'
import { ServiceError } from '../errors.ts'
import type { AppEnv } from './app-env.ts'

const deepest = 32
const longestList = 500

/** Refuses a body that is no JSON, or one that Postgres could not keep, before anything looks at it. */
export const readJson = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method === 'POST' || c.req.method === 'PATCH' || c.req.method === 'PUT') {
    const text = await c.req.text()
    // An action that takes nothing is often sent without a body, with or without saying that it would be JSON.
    if (text === '') {
      const { url, method, headers } = c.req.raw
      c.req.raw = new Request(url, { method, headers, body: '{}' })
      c.req.bodyCache = {}
      return next()
    }
    if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(c.req.header('Content-Type') ?? ''))
      throw new ServiceError('unsupported_media_type', 'Send the body as JSON, with Content-Type: application/json.')
    parseJson(text)
  }
  await next()
})

/** Refuses a text that is no JSON, or has in it what Postgres could not keep. */
export function parseJson(text: string): unknown {
  const value = parse(text)
  check(value, 0)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError('invalid_json', 'The body is not JSON. Send one JSON object.')
  }
}

function check(value: unknown, depth: number): void {
  if (depth > deepest) throw new ServiceError('invalid_json', `The body is nested more than ${deepest} deep.`)
  if (typeof value === 'string') return checkText(value)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) && value.length > longestList)
    throw new ServiceError('invalid_json', `The body has a list of more than ${longestList} items. Send it in parts.`)
  for (const [key, inner] of Object.entries(value)) {
    checkText(key)
    if (key === '__proto__') throw new ServiceError('invalid_json', 'The body has a field __proto__.')
    check(inner, depth + 1)
  }
}

/** NUL and half surrogate pairs: JSON can write them, text in the database cannot hold them. */
function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw new ServiceError('invalid_json', 'The body has a text with a NUL character or half a surrogate pair.')
}
