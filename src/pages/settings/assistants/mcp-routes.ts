import { type Context, Hono } from 'hono'
import { disconnect } from '../../../areas/connections/disconnect.ts'
import { listConnections } from '../../../areas/connections/list-connections.ts'
import { configOf } from '../../../platform/configuration/config.ts'
import { pathId } from '../../../platform/http/routes/preconditions.ts'
import { listTokens } from '../../../areas/mcp-tokens/list-tokens.ts'
import { createToken } from '../../../areas/mcp-tokens/create-token.ts'
import { revokeToken } from '../../../areas/mcp-tokens/revoke-token.ts'
import { showToManagers } from '../store/in-settings.ts'
import { type AssistantsDone, assistantsDones, mcpPage } from './mcp-page.tsx'
import { draftOf, inputOf, resumedDraft, type TokenDraft } from '../tokens/token-form.tsx'
import { tokenCreatedPage } from './created-page.tsx'
import { tokenKind } from '../tokens/token-kinds.ts'
import { show } from '../page/page.tsx'
import { keyOf, readForm } from '../page/read-form.ts'
import { pathTo } from '../ui/store-nav.tsx'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'

// Keeps a page of long names under 50 KB.
const pageSize = 10

/** Settings, Assistants. */
export const mcpRoutes = new Hono<PageEnv>()
  .use(withWebSession)
  .get('/', async (c) => overview(c, c.req.query('store'), await resumedDraft(c, tokenKind)))
  .post('/tokens', async (c) => {
    const form = await readForm(c)
    const submitted = draftOf(form, tokenKind, c.var.language)
    const requestedStore = form.get('store') ?? ''
    const parsed = createToken.input.safeParse(inputOf(submitted, form))
    if (!parsed.success) return overview(c, requestedStore, submitted)
    const created = await createToken({ ...c.var.caller, idempotencyKey: keyOf(form) }, parsed.data)
    return show(c, tokenCreatedPage(created, { url: endpointOf(c), slug: requestedStore, account: c.var.account }))
  })
  .post('/tokens/:id/revoke', async (c) => {
    const form = await readForm(c)
    await revokeToken(c.var.caller, { token_id: pathId(c, 'id', 'token') })
    return c.redirect(doneAt('revoked', form), 303)
  })
  .post('/connections/:id/disconnect', async (c) => {
    const form = await readForm(c)
    await disconnect(c.var.caller, { connection_id: pathId(c, 'id', 'connection') })
    return c.redirect(doneAt('disconnected', form), 303)
  })

const overview = (c: Context<PageEnv>, requestedStore: string | undefined, draft: TokenDraft | undefined) =>
  showToManagers(c, 'mcp', requestedStore, async ({ caller, ...inStore }) => {
    const [tokens, connections] = await Promise.all([
      listTokens(caller, pageOf(c.req.query('tokens'))),
      listConnections(caller, pageOf(c.req.query('connections'))),
    ])
    const done = assistantsDones.find((each) => each === c.req.query('done'))
    return mcpPage({ ...inStore, url: endpointOf(c), tokens, connections, now: new Date(), done, draft })
  })

const pageOf = (cursor: string | undefined) => ({ limit: pageSize, ...(cursor !== undefined && { cursor }) })

const endpointOf = (c: Context<PageEnv>) => `${configOf(c.env).publicUrl}/api/mcp`

const doneAt = (done: AssistantsDone, form: URLSearchParams) => pathTo('mcp', { store: form.get('store') ?? '', done })
