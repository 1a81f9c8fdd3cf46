import { notFound, type RouteFacts } from '../route-facts.ts'

export const invitationsRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/invitations': {
    sample: () => ({ path: '/api/invitations' }),
    scope: 'account',
    list: 'plain',
  },
  'POST /api/invitations/:invitation_id/accept': {
    sample: ({ receivedInvitationId }) => ({ path: `/api/invitations/${receivedInvitationId}/accept`, body: {} }),
    scope: 'account',
    names: { receivedInvitationId: notFound },
    full: () => ({}),
    personal: true,
  },
  // Declining an invitation that is not open or not the caller's succeeds without effect.
  'POST /api/invitations/:invitation_id/decline': {
    sample: ({ receivedInvitationId }) => ({ path: `/api/invitations/${receivedInvitationId}/decline`, body: {} }),
    status: 204,
    scope: 'account',
    names: { receivedInvitationId: { status: 204 } },
    full: () => ({}),
    personal: true,
    repeatable: true,
  },
}
