import { routes } from '../../platform/http/routes/routes.ts'
import { changeMember } from './change-member.ts'
import { getMember } from './get-member.ts'
import { inviteMember } from './invite-member.ts'
import { listMembers } from './list-members.ts'
import { removeMember } from './remove-member.ts'

export const membersRoutes = routes('/api/members', [
  { get: '/', operation: listMembers },
  { post: '/', operation: inviteMember },
  { get: '/:member_id', operation: getMember },
  { patch: '/:member_id', operation: changeMember },
  { delete: '/:member_id', operation: removeMember },
])
