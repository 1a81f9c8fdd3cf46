import { Hono } from 'hono'
import { endAllSessions } from '../../../areas/sessions/end-sessions.ts'
import { listSessions } from '../../../areas/sessions/list-sessions.ts'
import { forgetSession } from '../page/forget-session.ts'
import { show } from '../page/page.tsx'
import { readForm } from '../page/read-form.ts'
import { sessionsPage } from './sessions-page.tsx'
import { type PageEnv, withWebSession } from '../page/with-web-session.ts'

/** Settings, Your sessions. */
export const sessionsRoutes = new Hono<PageEnv>()
  .use(withWebSession)
  .get('/', async (c) => {
    const { data } = await listSessions(c.var.caller, {})
    return show(c, sessionsPage({ account: c.var.account, sessions: data, now: new Date() }))
  })
  .post('/end-all', async (c) => {
    await readForm(c)
    await endAllSessions(c.var.caller, {})
    forgetSession(c)
    return c.redirect('/settings/signed-out?everywhere=1', 303)
  })
