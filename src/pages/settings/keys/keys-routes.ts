import { type Context, Hono } from 'hono'
import { configOf } from '../../../platform/configuration/config.ts'
import { pathId } from '../../../platform/http/routes/preconditions.ts'
import { createKey } from '../../../areas/keys/create-key.ts'
import { listKeys } from '../../../areas/keys/list-keys.ts'
import { revokeKey } from '../../../areas/keys/revoke-key.ts'
import { draftOf, inputOf, resumedDraft, type TokenDraft } from '../tokens/token-form.tsx'
import { keyKind } from '../tokens/token-kinds.ts'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'
import { showToManagers } from '../store/in-settings.ts'
import { pathTo } from '../ui/store-nav.tsx'
import { show } from '../page/page.tsx'
import { keyOf, readForm } from '../page/read-form.ts'
import { keyCreatedPage } from './created-page.tsx'
import { keysPage } from './keys-page.tsx'

// Keeps a page of long names under 50 KB.
const pageSize = 10

/** Settings, API keys. */
export const keysPageRoutes = new Hono<PageEnv>()
  .use(withWebSession)
  .get('/', async (c) => overview(c, c.req.query('store'), await resumedDraft(c, keyKind)))
  .post('/', async (c) => {
    const form = await readForm(c)
    const submitted = draftOf(form, keyKind, c.var.language)
    const requestedStore = form.get('store') ?? ''
    const parsed = createKey.input.safeParse(inputOf(submitted, form))
    if (!parsed.success) return overview(c, requestedStore, submitted)
    const created = await createKey({ ...c.var.caller, idempotencyKey: keyOf(form) }, parsed.data)
    const { publicUrl } = configOf(c.env)
    return show(c, keyCreatedPage(created, { publicUrl, slug: requestedStore, account: c.var.account }))
  })
  .post('/:id/revoke', async (c) => {
    const form = await readForm(c)
    await revokeKey(c.var.caller, { key_id: pathId(c, 'id', 'key') })
    return c.redirect(pathTo('keys', { store: form.get('store') ?? '', done: 'revoked' }), 303)
  })

const overview = (c: Context<PageEnv>, requestedStore: string | undefined, draft: TokenDraft | undefined) =>
  showToManagers(c, 'keys', requestedStore, async ({ caller, ...inStore }) => {
    const cursor = c.req.query('keys')
    const keys = await listKeys(caller, { limit: pageSize, ...(cursor !== undefined && { cursor }) })
    return keysPage({ ...inStore, keys, now: new Date(), isRevoked: c.req.query('done') === 'revoked', draft })
  })
