import { Hono, type MiddlewareHandler } from 'hono'
import { ServiceError } from '../../platform/errors/errors.ts'
import type { AppEnv } from '../../platform/http/app-env.ts'
import { baseApp } from '../../platform/http/base-app.ts'
import { limitBody } from '../../platform/http/bodies/read-body.ts'
import { mcpRoutes } from './assistants/mcp-routes.ts'
import { consentRoutes } from './consent/consent-routes.ts'
import { deliveryRoutes } from './delivery/delivery-routes.ts'
import { discountsPageRoutes } from './discounts/discounts-routes.ts'
import { keysPageRoutes } from './keys/keys-routes.ts'
import { invitationRoutes } from './members/invitation-routes.ts'
import { membersPageRoutes } from './members/members-routes.ts'
import { noSuchPage, onPageError } from './page/on-page-error.tsx'
import { noSuchAddress, refusedPage } from './page/refused-page.tsx'
import type { PageEnv } from './page/with-web-session.ts'
import { sessionsRoutes } from './sessions/sessions-routes.ts'
import { signInRoutes } from './sessions/sign-in-routes.ts'
import { profileRoutes } from './store/profile-routes.ts'
import { storeRoutes } from './store/store-routes.tsx'
import { taxRoutes } from './tax/tax-routes.ts'
import { assetRoutes } from './ui/assets.ts'
import { webhooksPageRoutes } from './webhooks/webhooks-routes.ts'
import { withLanguage } from './words/language.ts'

// For pages outside of the settings, which load this part for them.
export { noSuchAddress, refusedPage }

const limitForm = limitBody(8 * 1024, () => new ServiceError('payload_too_large', 'A form may be at most 8 KB.'))

/** The web pages. Without CORS, which is for callers without cookies. */
export const settingsRoutes = new Hono<PageEnv>()
  .onError(onPageError)
  .use(withLanguage)
  .use(limitForm)
  .get('/', (c) => c.redirect('/settings/mcp'))
  .route('/assets', assetRoutes)
  .route('/', signInRoutes)
  .route('/authorize', consentRoutes)
  .route('/mcp', mcpRoutes)
  .route('/keys', keysPageRoutes)
  .route('/webhooks', webhooksPageRoutes)
  .route('/members', membersPageRoutes)
  .route('/store', profileRoutes)
  .route('/delivery', deliveryRoutes)
  .route('/tax', taxRoutes)
  .route('/discounts', discountsPageRoutes)
  .route('/stores', storeRoutes)
  .route('/sessions', sessionsRoutes)
  .route('/invitations', invitationRoutes)
  .all('*', noSuchPage)

export const settingsApp = (around: MiddlewareHandler<AppEnv>) => baseApp(around).route('/settings', settingsRoutes)
