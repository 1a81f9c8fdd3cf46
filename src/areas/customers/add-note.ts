import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { CustomerReference } from '../../platform/references/reference.ts'
import { Actor, actorFacts, toActor } from '../../platform/db/actor.ts'
import { keptRow } from '../../platform/db/as-table.ts'
import { events } from '../../platform/db/schema/events.ts'
import { id, newId } from '../../platform/values/ids.ts'
import { operation } from '../../platform/operation/operation.ts'
import { Text } from '../../platform/values/text.ts'
import { customerRefusals } from './customer-refusals.ts'

const Note = z.object({
  id: z.guid(),
  customer_id: id('customer'),
  body: z.string(),
  actor: Actor,
  created_at: z.iso.datetime(),
})

/** Adds a note to the timeline. Notes cannot be changed. */
export const addNote = operation(
  {
    name: 'add_customer_note',
    scope: 'crm:write',
    input: z.strictObject({ customer_id: CustomerReference, body: Text(5000).min(1) }),
    output: Note,
    refusals: customerRefusals,
  },
  async ({ write }, { customer_id, body }) => {
    const noteId = newId()
    const row = await write({
      store: sql`app.customer_store(${customer_id})`,
      statements: (db) => [
        db.execute(sql`select app.lock_customer(${customer_id})`),
        db.execute(sql`insert into ${events} (store_id, id, type, subject_id, actor_kind, actor_id, data)
          values (app.store(), ${noteId}, 'customer.noted', ${customer_id}, app.caller_kind(), app.caller(),
                  ${JSON.stringify({ body })})`),
      ],
      result: sql`(select to_jsonb(e) from ${events} e where e.store_id = app.store() and e.id = ${noteId})`,
      read: (db, result) =>
        db
          .select({
            id: events.id,
            customerId: events.subjectId,
            data: events.data,
            actorKind: events.actorKind,
            actorId: events.actorId,
            actorFacts: actorFacts('events'),
            createdAt: events.createdAt,
          })
          .from(keptRow(events, result)),
    })
    return {
      id: row.id,
      customer_id: row.customerId,
      body: Body.parse(row.data).body ?? '',
      actor: toActor(row),
      created_at: row.createdAt.toISOString(),
    }
  },
)

// Anonymizing the customer removes the body from the stored result.
const Body = z.object({ body: z.string().nullish() })
