import { Hono } from 'hono'
import { returnPath } from '../../../platform/auth/sign-in/return-path.ts'
import { keepsOpener } from '../../../platform/http/standard-headers.ts'
import { pathId } from '../../../platform/http/routes/preconditions.ts'
import { acceptInvitation } from '../../../areas/invitations/accept-invitation.ts'
import { declineInvitation } from '../../../areas/invitations/decline-invitation.ts'
import { readForm } from '../page/read-form.ts'
import { pathTo } from '../ui/store-nav.tsx'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'

/** Answers to the invitations that every page shows. */
export const invitationRoutes = new Hono<PageEnv>()
  .use(keepsOpener)
  .use(withWebSession)
  .post('/:id/accept', async (c) => {
    const form = await readForm(c)
    const { store } = await acceptInvitation(c.var.caller, { invitation_id: pathId(c, 'id', 'invitation') })
    return c.redirect(returnTo(form) ?? pathTo('store', { store: store.slug }), 303)
  })
  .post('/:id/decline', async (c) => {
    const form = await readForm(c)
    await declineInvitation(c.var.caller, { invitation_id: pathId(c, 'id', 'invitation') })
    return c.redirect(returnTo(form) ?? '/settings', 303)
  })

function returnTo(form: URLSearchParams): string | undefined {
  const returnTo = form.get('return_to')
  return returnTo === null ? undefined : returnPath(returnTo)
}
