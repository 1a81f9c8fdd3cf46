import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ifMatch, pathId } from '../http/preconditions.ts'
import { readJson } from '../http/read-json.ts'
import { created, reply } from '../http/reply.ts'
import { jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { createPage } from './create-page.ts'
import { deletePage } from './delete-page.ts'
import { getPage } from './get-page.ts'
import { getStorefront } from './get-storefront.ts'
import { listPages } from './list-pages.ts'
import { listVersions } from './list-versions.ts'
import { publishStorefront } from './publish-storefront.ts'
import { rollbackStorefront } from './rollback-storefront.ts'
import { updatePage } from './update-page.ts'
import { updateStorefront } from './update-storefront.ts'

const page = (c: Parameters<typeof ifMatch>[0]) => ({
  page_id: pathId(c, 'id', 'page'),
  expected_version: ifMatch(c),
})

const storefrontChange = updateStorefront.input.omit({ expected_version: true })
const pageChange = updatePage.input.omit({ page_id: true, expected_version: true })
const publishing = publishStorefront.input.omit({ expected_version: true })

// A session is asked for path by path, as the public has paths of its own beside these.
export const storefrontRoutes = new Hono<AppEnv>()
  .get('/', withSession, async (c) => reply(c, await getStorefront(c.var.caller, {})))
  .patch('/', withSession, readJson, jsonBody(storefrontChange), async (c) =>
    reply(c, await updateStorefront(c.var.caller, { ...c.req.valid('json'), expected_version: ifMatch(c) })),
  )
  .post('/publish', withSession, readJson, jsonBody(publishing), async (c) =>
    reply(c, await publishStorefront(c.var.caller, { ...c.req.valid('json'), expected_version: ifMatch(c) })),
  )
  .post('/rollback', withSession, readJson, jsonBody(rollbackStorefront.input), async (c) =>
    reply(c, await rollbackStorefront(c.var.caller, c.req.valid('json'))),
  )
  .get('/versions', withSession, query(listVersions.input), async (c) =>
    c.json(await listVersions(c.var.caller, c.req.valid('query'))),
  )
  .get('/pages', withSession, query(listPages.input), async (c) =>
    c.json(await listPages(c.var.caller, c.req.valid('query'))),
  )
  .post('/pages', withSession, readJson, jsonBody(createPage.input), async (c) =>
    created(c, await createPage(c.var.caller, c.req.valid('json'))),
  )
  .get('/pages/:id', withSession, async (c) =>
    reply(c, await getPage(c.var.caller, { page_id: pathId(c, 'id', 'page') })),
  )
  .patch('/pages/:id', withSession, readJson, jsonBody(pageChange), async (c) =>
    reply(c, await updatePage(c.var.caller, { ...c.req.valid('json'), ...page(c) })),
  )
  .delete('/pages/:id', withSession, async (c) => {
    await deletePage(c.var.caller, page(c))
    return c.body(null, 204)
  })
