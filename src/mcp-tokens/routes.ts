import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { pathId } from '../http/preconditions.ts'
import { readJson } from '../http/read-json.ts'
import { created } from '../http/reply.ts'
import { jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { listTokens } from './list-tokens.ts'
import { mintToken } from './mint-token.ts'
import { revokeToken } from './revoke-token.ts'

export const mcpTokensRoutes = new Hono<AppEnv>()
  .use(withSession)
  .use(readJson)
  .get('/', query(listTokens.input), async (c) => c.json(await listTokens(c.var.caller, c.req.valid('query'))))
  .post('/', jsonBody(mintToken.input), async (c) => created(c, await mintToken(c.var.caller, c.req.valid('json'))))
  .delete('/:id', async (c) => {
    await revokeToken(c.var.caller, { token_id: pathId(c, 'id', 'token') })
    return c.body(null, 204)
  })
