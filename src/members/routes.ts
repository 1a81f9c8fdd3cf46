import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { configOf } from '../http/config.ts'
import { ifMatch, pathId } from '../http/preconditions.ts'
import { readJson } from '../http/read-json.ts'
import { created, reply } from '../http/reply.ts'
import { signInUrl } from '../http/sign-in-url.ts'
import { jsonBody, query } from '../http/validate.ts'
import { withSession } from '../http/with-session.ts'
import { changeMember } from './change-member.ts'
import { getMember } from './get-member.ts'
import { inviteMember } from './invite-member.ts'
import { listMembers } from './list-members.ts'
import { removeMember } from './remove-member.ts'

const change = changeMember.input.omit({ member_id: true, expected_version: true })
const target = (c: Parameters<typeof pathId>[0]) => ({ member_id: pathId(c, 'id', 'member') })

export const membersRoutes = new Hono<AppEnv>()
  .use(withSession)
  .use(readJson)
  .get('/', query(listMembers.input), async (c) => c.json(await listMembers(c.var.caller, c.req.valid('query'))))
  .post('/', jsonBody(inviteMember.input), async (c) => {
    const invited = await inviteMember(c.var.caller, c.req.valid('json'))
    return created(c, { ...invited, sign_in_url: signInUrl(configOf(c.env), invited.store_id) })
  })
  .get('/:id', async (c) => reply(c, await getMember(c.var.caller, target(c))))
  .patch('/:id', jsonBody(change), async (c) =>
    reply(c, await changeMember(c.var.caller, { ...c.req.valid('json'), ...target(c), expected_version: ifMatch(c) })),
  )
  .delete('/:id', async (c) => {
    await removeMember(c.var.caller, target(c))
    return c.body(null, 204)
  })
