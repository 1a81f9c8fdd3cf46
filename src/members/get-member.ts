import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { notFound } from '../errors.ts'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { Member, selectPeople, personColumns, toMember } from './member.ts'

export const getMember = operation(
  {
    name: 'get_member',
    scope: 'members:read',
    input: z.strictObject({ member_id: id('member') }),
    output: Member,
  },
  async ({ run, storeRequired }, { member_id }) => {
    const people = selectPeople(
      sql`m.store_id = any(app.stores()) and m.user_id = ${member_id}`,
      sql`i.store_id = any(app.stores()) and i.id = ${member_id}`,
    )
    const [[row, second]] = await run((db) => [
      db
        .select(personColumns)
        .from(sql`(${people}) as people`)
        .limit(2),
    ])
    if (second) throw await storeRequired()
    if (!row) throw notFound('member')
    return toMember(row)
  },
)
