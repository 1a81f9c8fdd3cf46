import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { CustomerFilter, filteredBy } from '../../../platform/references/filter.ts'
import { type ListCondition, hasTag, type NamedConditions } from '../../../platform/lists/conditions.ts'
import { listFrom, rowsOf, total } from '../../../platform/lists/list.ts'
import { channelKinds, conversations, conversationStatuses } from '../../../platform/db/schema/inbox.ts'
import { refused } from '../../../platform/errors/errors.ts'
import { isPerson } from '../../../platform/operation/context.ts'
import { id, isId } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { closePage, listOf, openPage, PageInput } from '../../../platform/lists/page.ts'
import { Tag, withoutMarks } from '../../../platform/values/pasted.ts'
import { SearchTerm } from '../../../platform/values/text.ts'
import { Conversation, conversationColumns, toConversation } from './conversation.ts'

const Assignee = z
  .union([z.enum(['me', 'none']), id('member')])
  .describe('User id of a member, me (only for signed-in people), or none')

/** For assistants, to whom nothing is assigned. */
export const AssigneeOfTool = z
  .string()
  .overwrite(withoutMarks)
  .refine((assignee) => assignee !== 'me', {
    message: 'must be none, or the user id of a member: nothing is assigned to an assistant',
    params: { code: 'assignee_needs_person' },
  })
  .refine((assignee) => ['me', 'none'].includes(assignee) || isId(assignee), 'must be none, or the user id of a member')
  .optional()
  .meta({ tool: 'none or an id' })

const isSnoozed: ListCondition = { column: 'snoozed_until', is: 'future' }
const isAwake: ListCondition = { column: 'snoozed_until', is: 'not_future' }

// A snoozed conversation is stored as open, so that it reopens without a job.
export const conversationConditions: NamedConditions = {
  status: (status) => [
    { column: 'status', is: 'one_of', values: [status === 'snoozed' ? 'open' : status] },
    ...(status === 'snoozed' ? [isSnoozed] : status === 'open' ? [isAwake] : []),
  ],
  assignee: (assignee) => [
    assignee === 'none'
      ? { column: 'assignee_id', is: 'null' }
      : assignee === 'me'
        ? { column: 'assignee_id', is: 'caller' }
        : { column: 'assignee_id', is: 'one_of', values: [assignee] },
  ],
  unread: (unread) => [{ column: 'unread_count', is: unread === 'true' ? 'positive' : 'zero' }],
  channel: (kind) => [{ column: 'channel_id', is: 'of_channel_kind', values: [kind] }],
  waiting: (waiting) => [{ column: 'waiting_since', is: waiting === 'true' ? 'not_null' : 'null' }],
  tag: hasTag,
}

type Found = {
  readonly assignee?: string | undefined
  readonly search?: string | undefined
  readonly tag?: string | undefined
}

/** Whether it lists the conversations of somebody by their id. */
const isMember = ({ assignee, search, tag }: Found) =>
  assignee !== undefined && assignee !== 'me' && assignee !== 'none' && (search ?? tag) === undefined

export const listConversations = operation(
  {
    name: 'list_conversations',
    scope: 'inbox:read',
    input: z.strictObject({
      ...PageInput,
      search: SearchTerm.optional().describe(
        'Name, phone in any format, email address, subject, tag, or words of a message',
      ),
      status: z.enum(conversationStatuses).optional(),
      assignee: filteredBy('member', Assignee.optional(), (assignee) => !isId(assignee)),
      channel: z.enum(channelKinds).optional().describe('The kind of channel it came through'),
      channel_id: filteredBy('channel', id('channel').optional().meta({ tool: false })),
      customer_id: CustomerFilter,
      unread: z.boolean().optional().describe('Whether it has unread messages'),
      waiting: z.boolean().optional().describe('true: the customer wrote last and waits for an answer'),
      tag: Tag.optional(),
    }),
    output: listOf(Conversation),
  },
  async ({ caller, run }, input) => {
    const { search, limit: _limit, page: _page, cursor: _cursor, ...filter } = input
    const page = openPage(input)
    if (input.assignee === 'me' && !isPerson(caller.credential)) {
      // Whether the key or token is valid comes first.
      await run(() => [])
      throw refused('invalid_input', [
        {
          pointer: '/assignee',
          code: 'assignee_needs_person',
          detail: 'me is only for signed-in people. Send the user id of a member instead: GET /api/members lists them.',
        },
      ])
    }
    const { counted, rows, cap } = listFrom({
      table: conversations,
      time: conversations.lastMessageAt,
      page,
      filter,
      conditions: conversationConditions,
      // Of nobody who left. In a search, that takes until a job has unassigned their conversations.
      ...(isMember(input) && {
        where: sql`exists (select from store_members m where m.store_id = s.id and m.user_id = ${input.assignee})`,
      }),
      // The search index contains tags, so a tag is found through it and then filtered.
      search: search ?? filter.tag,
    })
    const [found] = await run((db) => [
      db
        .select({ total, row: conversationColumns })
        .from(counted)
        .leftJoinLateral(rows, sql`true`)
        .orderBy(sql`${conversations.lastMessageAt} desc, ${conversations.id} desc`),
    ])
    const shown = rowsOf(found)
    return closePage(page, shown.rows, { total: shown.total, cap }, toConversation, {
      sortValue: ({ lastMessageAt }) => lastMessageAt,
    })
  },
)
