import { and, eq, sql, type SQL } from 'drizzle-orm'
import * as z from 'zod'
import { inOpenStore, lockVersion, newVersion, storeOf } from '../../../platform/db/in-stores.ts'
import { conversations, conversationStatuses } from '../../../platform/db/schema/inbox.ts'
import { refused } from '../../../platform/errors/errors.ts'
import { id } from '../../../platform/values/ids.ts'
import { changedNames, ExpectedVersion, isEmptyChange, operation } from '../../../platform/operation/operation.ts'
import { refusal, type Refusals } from '../../../platform/operation/refusals.ts'
import { DayOrMoment, Tags } from '../../../platform/values/text.ts'
import { Conversation, conversationJson, readConversation, toConversation } from './conversation.ts'

/** What app.expect_conversation_links and app.snooze_end refuse. */
const updateRefusals = {
  assignee_not_found: refusal(
    'invalid_input',
    {},
    'assignee_id must be the user id of a member of this store. GET /api/members lists them.',
    { problem: 'member_not_found', pointer: '/assignee_id' },
  ),
  customer_not_found: refusal(
    'customer_not_found',
    {},
    'No such customer in this store. GET /api/customers lists them.',
    { pointer: '/customer_id' },
  ),
  order_not_found: refusal('invalid_input', {}, 'No such order in this store. GET /api/orders lists them.', {
    problem: 'order_not_found',
  }),
  snooze_out_of_range: refusal('invalid_input', {}, 'snoozed_until must be in the future, within a year.', {
    pointer: '/snoozed_until',
    problem: 'snooze_out_of_range',
  }),
} as const satisfies Refusals

const Input = z.strictObject({
  conversation_id: id('conversation'),
  expected_version: ExpectedVersion,
  status: z.enum(conversationStatuses).optional(),
  snoozed_until: DayOrMoment.optional().describe(
    "When it reopens, within a year: a time, or a date, when that day begins in the store's time zone. Required for the status snoozed",
  ),
  assignee_id: id('member').nullable().optional(),
  tags: Tags.optional(),
  customer_id: id('customer').nullable().optional(),
  order_ids: z
    .array(id('order'))
    .max(50)
    .transform((ids) => [...new Set(ids)])
    .optional(),
  read: z.boolean().optional().describe('true marks all messages as read, false marks the last one as unread'),
})

function checkSnooze({ status, snoozed_until }: Changes): void {
  if ((status === 'snoozed') === (snoozed_until !== undefined)) return
  const detail = 'Set status to snoozed and snoozed_until together.'
  const code = snoozed_until === undefined ? 'required' : 'option_unused'
  throw refused('invalid_input', [{ pointer: '/snoozed_until', code, detail }])
}

export const updateConversation = operation(
  {
    name: 'update_conversation',
    scope: 'inbox:write',
    input: Input,
    output: Conversation,
    refusals: updateRefusals,
  },
  async ({ write }, { conversation_id, expected_version, ...changes }) => {
    checkSnooze(changes)
    const { assignee_id, customer_id, order_ids } = changes
    const row = await write({
      store: storeOf(conversations, conversation_id),
      statements: (db) => [
        db.execute(lockVersion(conversations, conversation_id, expected_version)),
        ...(isEmptyChange(changes)
          ? []
          : [
              db.execute(sql`select app.expect_conversation_links(
                ${assignee_id ?? null}, ${customer_id ?? null}, ${sql.param(order_ids ?? [])}::uuid[])`),
              db
                .update(conversations)
                .set({ ...columnsOf(changes), ...newVersion(conversations) })
                .where(and(inOpenStore(conversations.storeId), eq(conversations.id, conversation_id))),
              db.execute(sql`select app.record_event('conversation.updated', ${conversation_id},
          ${JSON.stringify({ changed: changedNames(changes), status: changes.status })})`),
            ]),
      ],
      result: conversationJson(conversation_id),
      read: readConversation,
    })
    return toConversation(row)
  },
)

type Changes = Omit<z.output<typeof Input>, 'conversation_id' | 'expected_version'>

function columnsOf({ status, snoozed_until, assignee_id, tags, customer_id, order_ids, read }: Changes) {
  return {
    ...(status !== undefined && {
      status: status === 'snoozed' ? ('open' as const) : status,
      snoozedUntil: snoozed_until === undefined ? null : sql`app.snooze_end(${snoozed_until})`,
    }),
    ...(assignee_id !== undefined && { assigneeId: assignee_id }),
    ...(tags !== undefined && { tags }),
    ...(customer_id !== undefined && { customerId: customer_id }),
    ...(order_ids !== undefined && { orderIds: order_ids }),
    // Closing a conversation marks it as read and answered.
    ...(status === 'closed' && { waitingSince: null, unreadCount: 0 }),
    ...(read !== undefined && { unreadCount: unreadCount(read) }),
  }
}

const unreadCount = (read: boolean): SQL | number => (read ? 0 : sql`greatest(${conversations.unreadCount}, 1)`)
