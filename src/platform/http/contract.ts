import { Hono } from 'hono'
import type { AppEnv } from './app-env.ts'
import { publicReply } from './routes/public-reply.ts'

const lifetime = { browser: 60, shared: 3600, stale: 86_400 }

let text: string | undefined

/** The OpenAPI document, which `npm run openapi` makes from the routes. */
export const contract = new Hono<AppEnv>().get('/openapi.json', async (c) => {
  text ??= JSON.stringify((await import('../../../openapi.json')).default)
  return publicReply(c, { text, at: Date.now() }, lifetime)
})
