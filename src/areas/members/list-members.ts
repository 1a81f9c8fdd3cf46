import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { keyset } from '../../platform/lists/keyset.ts'
import { storeInvitations } from '../../platform/db/schema/invitations.ts'
import { storeMembers } from '../../platform/db/schema/stores.ts'
import { operation } from '../../platform/operation/operation.ts'
import { closePage, countCap, listOf, openPage, PageInput } from '../../platform/lists/page.ts'
import { Member, selectPeople, personColumns, toMember } from './member.ts'

/** Members and invitations, most recent first. */
export const listMembers = operation(
  { name: 'list_members', scope: 'members:read', input: z.strictObject(PageInput), output: listOf(Member) },
  async ({ run }, input) => {
    const page = openPage(input)
    const { beyond } = keyset(page)
    const peopleOfStore = selectPeople(sql`m.store_id = s.id`, sql`i.store_id = s.id`)
    const [rows, [counted]] = await run((db) => [
      db
        .select(personColumns)
        .from(
          sql`unnest(app.stores()) as s(id) cross join lateral (
            select * from (${peopleOfStore}) as person where ${beyond}
          ) as people`,
        )
        .orderBy(sql`people.created_at desc, people.id desc`)
        .limit(page.limit + 1)
        .offset(page.offset),
      db
        .select({
          total: sql`least(${countCap}, (select count(*) from unnest(app.stores()) as s(id) cross join lateral (
            (select from ${storeMembers} m where m.store_id = s.id limit ${countCap})
            union all (select from ${storeInvitations} i where i.store_id = s.id limit ${countCap})) as one))`.mapWith(
            Number,
          ),
        })
        .from(sql`(select) as once`),
    ])
    return closePage(page, rows, { total: counted?.total ?? 0, cap: countCap }, toMember)
  },
)
