import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { keyset } from '../../platform/lists/keyset.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, countCap, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { Invitation, selectInvitations, toInvitation } from './invitation.ts'

/** The invitations that the caller can accept, newest first. */
export const listInvitations = operation(
  { name: 'list_invitations', scope: 'account', input: z.strictObject(PageInput), output: listOf(Invitation) },
  async ({ run }, input) => {
    const page = openPage(input)
    const { beyond } = keyset(page)
    const [rows, [counted]] = await run((db) => [
      selectInvitations(db)
        .where(beyond)
        .limit(page.limit + 1)
        .offset(page.offset),
      db.select({ total: sql`least(count(*), ${countCap})`.mapWith(Number) }).from(sql`app.invitations_of_caller()`),
    ])
    return closePage(page, rows, { total: counted?.total ?? 0, cap: countCap }, toInvitation)
  },
)
