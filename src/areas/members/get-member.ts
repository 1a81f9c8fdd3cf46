import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { notFound } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Member, selectPeople, personColumns, toMember } from './member.ts'

export const getMember = operation(
  {
    name: 'get_member',
    scope: 'members:read',
    input: z.strictObject({ member_id: id('member') }),
    output: Member,
  },
  async ({ run }, { member_id }) => {
    const people = selectPeople(
      sql`m.store_id = app.store_of_member(${member_id}) and m.user_id = ${member_id}`,
      sql`i.store_id = app.store_of_member(${member_id}) and i.id = ${member_id}`,
    )
    const [[row]] = await run((db) => [db.select(personColumns).from(sql`(${people}) as people`)])
    if (!row) throw notFound('member')
    return toMember(row)
  },
)
