import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { pathId } from '../http/preconditions.ts'
import { readJson } from '../http/read-json.ts'
import { jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { declineInvitation } from './decline-invitation.ts'
import { listInvitations } from './list-invitations.ts'

const nothing = acceptInvitation.input.omit({ invitation_id: true })
const target = (c: Parameters<typeof pathId>[0]) => ({ invitation_id: pathId(c, 'id', 'invitation') })

/** The caller's own invitations. What a store has sent is under /api/members. */
export const invitationsRoutes = new Hono<AppEnv>()
  .use(withSession)
  .use(readJson)
  .get('/', query(listInvitations.input), async (c) =>
    c.json(await listInvitations(c.var.caller, c.req.valid('query'))),
  )
  .post('/:id/accept', jsonBody(nothing), async (c) => c.json(await acceptInvitation(c.var.caller, target(c))))
  .post('/:id/decline', jsonBody(nothing), async (c) => {
    await declineInvitation(c.var.caller, target(c))
    return c.body(null, 204)
  })
