import { routes } from '../../platform/http/routes/routes.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { declineInvitation } from './decline-invitation.ts'
import { listInvitations } from './list-invitations.ts'

/** The caller's own invitations. Invitations that a store has sent are under /api/members. */
export const invitationsRoutes = routes('/api/invitations', [
  { get: '/', operation: listInvitations },
  { post: '/:invitation_id/accept', operation: acceptInvitation },
  { post: '/:invitation_id/decline', operation: declineInvitation, status: 204 },
])
