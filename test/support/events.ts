import { z } from 'zod'
import { asOwner } from './sql.ts'

const Events = z.array(
  z.object({
    type: z.string(),
    actor_kind: z.string(),
    actor_id: z.string().nullable(),
    data: z.record(z.string(), z.unknown()),
  }),
)

/** The events of a product, variant or customer, in order. */
export async function eventsOf(subjectId: string, sql = asOwner) {
  return Events.parse(
    await sql`select type, actor_kind, actor_id, data from events where subject_id = ${subjectId} order by id`,
  )
}

export const eventTypesOf = async (subjectId: string) => (await eventsOf(subjectId)).map(({ type }) => type)
