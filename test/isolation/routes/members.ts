import { notFound, type RouteFacts } from '../route-facts.ts'

export const membersRows: Readonly<Record<string, RouteFacts>> = {
  'GET /api/members': {
    sample: () => ({ path: '/api/members' }),
    scope: 'members:read',
    list: 'plain',
  },
  'POST /api/members': {
    sample: (_, unique) => ({ path: '/api/members', body: { email: `new-${unique}@test.example`, role: 'staff' } }),
    status: 201,
    scope: 'members:manage',
    full: () => ({ email: 'amal@test.example', role: 'viewer' }),
  },
  'GET /api/members/:member_id': {
    sample: ({ invitationId }) => ({ path: `/api/members/${invitationId}` }),
    scope: 'members:read',
    names: { invitationId: notFound },
  },
  'PATCH /api/members/:member_id': {
    sample: ({ memberId }) => ({ path: `/api/members/${memberId}`, body: { role: 'staff' } }),
    scope: 'members:manage',
    names: { memberId: notFound },
    full: () => ({ role: 'staff' }),
  },
  // Removes a colleague. Leaving, which every role may do, is covered by test/areas/members/next-call.test.ts.
  'DELETE /api/members/:member_id': {
    sample: ({ memberId }) => ({ path: `/api/members/${memberId}` }),
    status: 204,
    scope: 'members:manage',
    names: { memberId: notFound },
  },
}
