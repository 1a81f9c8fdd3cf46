import { type Context, Hono } from 'hono'
import { configOf } from '../../../platform/configuration/config.ts'
import { pathId } from '../../../platform/http/routes/preconditions.ts'
import { createKey } from '../../../areas/keys/create-key.ts'
import { listKeys } from '../../../areas/keys/list-keys.ts'
import { revokeKey } from '../../../areas/keys/revoke-key.ts'
import { draftOf, type TokenDraft } from '../tokens/token-form.tsx'
import { keyKind } from '../tokens/token-kinds.ts'
import { rolePage } from '../store/role-page.tsx'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'
import { inStore } from '../store/in-store.ts'
import { canManage } from '../store/store-choice.tsx'
import { pathTo } from '../ui/store-nav.tsx'
import { noStorePage } from '../store/store-routes.tsx'
import { show } from '../page/page.tsx'
import { keyOf, readForm } from '../page/read-form.ts'
import { takeSavedForm } from '../page/saved-form.ts'
import { keyCreatedPage } from './created-page.tsx'
import { keysPage } from './keys-page.tsx'

// Keeps a page of long names under 50 KB.
const pageSize = 10

/** Settings, API keys. */
export const keysPageRoutes = new Hono<PageEnv>()
  .use(withWebSession)
  .get('/', async (c) => {
    const saved = await takeSavedForm(c, /^\/settings\/keys$/)
    const draft = saved && { ...draftOf(saved.fields, keyKind, c.var.language), resumed: true }
    return overview(c, { requestedStore: c.req.query('store'), ...(draft && { draft }) })
  })
  .post('/', async (c) => {
    const form = await readForm(c)
    const submitted = draftOf(form, keyKind, c.var.language)
    const requestedStore = form.get('store') ?? ''
    const parsed = createKey.input.safeParse({
      name: submitted.name,
      scopes: submitted.scopes,
      expires_in_days: Number(submitted.days),
      store_id: form.get('store_id') ?? '',
    })
    if (!parsed.success) return overview(c, { requestedStore, draft: submitted })
    const created = await createKey({ ...c.var.caller, idempotencyKey: keyOf(form) }, parsed.data)
    const { publicUrl } = configOf(c.env)
    return show(c, keyCreatedPage(created, { publicUrl, slug: requestedStore, account: c.var.account }))
  })
  .post('/:id/revoke', async (c) => {
    const form = await readForm(c)
    await revokeKey(c.var.caller, { key_id: pathId(c, 'id', 'key') })
    return c.redirect(pathTo('keys', { store: form.get('store') ?? '', done: 'revoked' }), 303)
  })

async function overview(
  c: Context<PageEnv>,
  { requestedStore, draft }: { requestedStore: string | undefined; draft?: TokenDraft },
) {
  const current = await inStore(c, requestedStore)
  if (!current.store) return show(c, noStorePage(c, { account: current.account, returnTo: '/settings/keys' }))
  const { account, caller, store, stores } = current
  if (!canManage(store)) return show(c, rolePage({ account, store, stores, section: 'keys' }))
  const cursor = c.req.query('keys')
  const keys = await listKeys(caller, { limit: pageSize, ...(cursor !== undefined && { cursor }) })
  const isRevoked = c.req.query('done') === 'revoked'
  return show(c, keysPage({ account, stores, store, keys, now: new Date(), isRevoked, draft }))
}
