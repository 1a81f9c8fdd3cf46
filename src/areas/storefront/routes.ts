import { routes } from '../../platform/http/routes/routes.ts'
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

export const storefrontRoutes = routes(
  '/api/storefront',
  [
    { get: '/', operation: getStorefront, included: ['changes'] },
    { patch: '/', operation: updateStorefront },
    { post: '/publish', operation: publishStorefront },
    { post: '/rollback', operation: rollbackStorefront },
    { get: '/versions', operation: listVersions },
    { get: '/pages', operation: listPages },
    { post: '/pages', operation: createPage, status: 201 },
    { get: '/pages/:page_id', operation: getPage, versionTells: () => true },
    { patch: '/pages/:page_id', operation: updatePage },
    { delete: '/pages/:page_id', operation: deletePage },
  ],
  { sharedWithPublic: true },
)
