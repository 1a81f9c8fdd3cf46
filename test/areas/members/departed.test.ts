import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import worker from '../../../src/index.ts'
import { crowd } from '../../support/run/effort.ts'
import { inboxOf } from '../../support/inbox.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { loadRows } from '../../support/sql.ts'
import { Conversation } from '../../../src/areas/inbox/conversations/conversation.ts'
import { acceptAll, send } from './invitee.ts'

// With a database of its own, because the crons cover all stores.
let scratch: Scratch
beforeAll(async () => {
  scratch = await openScratch()
})

/** More than one turn of the job. */
const assigned = crowd(100_000, 4_500)

const minute = () =>
  worker.scheduled(createScheduledController({ cron: '* * * * *' }), { ...env, ...scratch.variables() })

/** A colleague to whom so many conversations are assigned. */
async function assign(shop: Shop, count: number) {
  const colleague = await shop.invite('staff')
  const inbox = inboxOf(shop)
  const channel = await inbox.addWebhook()
  await loadRows(
    scratch.sql`insert into conversations (store_id, id, channel_id, thread_key, assignee_id, contact_name)
      select ${shop.store.id}, uuidv7(), ${channel.id}, n::text, ${colleague.id}, 'Amal' from generate_series(1, ${count}::int) as n`,
    scratch.sql,
  )
  await scratch.sql`analyze conversations`
  const stored = async () => {
    const [row] = await scratch.sql`select count(*)::int as rows, max(version) as version from conversations
      where store_id = ${shop.store.id} and assignee_id = ${colleague.id}`
    return row
  }
  return { colleague, inbox, stored }
}

describe('a member who leaves with very many conversations', () => {
  test('leaves at once, nobody is shown in their place, and the cron unassigns the conversations', async () => {
    const shop = await openShop({ through: scratch.service(), sql: scratch.sql })
    const { colleague, inbox, stored } = await assign(shop, assigned)
    expect(await inbox.conversations('?limit=1')).toMatchObject([{ assignee_id: colleague.id }])

    expect((await shop.owner.delete(`/api/members/${colleague.id}`)).status).toBe(204)
    // Not one was written.
    expect(await stored()).toEqual({ rows: assigned, version: 1 })
    const [first] = await inbox.conversations('?limit=1')
    expect(first).toMatchObject({ assignee_id: null, assignee: null })
    expect(await inbox.get(first?.id ?? '')).toMatchObject({ assignee_id: null, assignee: null })
    expect((await colleague.get(`/api/inbox/conversations/${first?.id}`)).status).toBe(404)
    expectProblem(await shop.owner.get(`/api/inbox/conversations?assignee=${colleague.id}`), 422, 'unknown_member')

    for (let run = 0; (await stored())?.['rows'] !== 0 && run < 100; run++) await minute()
    expect(await stored()).toEqual({ rows: 0, version: null })
    expect(await inbox.conversations('?assignee=none&limit=1')).toMatchObject([{ assignee_id: null, version: 2 }])
    expect(await scratch.sql`select from departed_assignees`).toEqual([])
  })

  test('and comes back can be assigned conversations again', async () => {
    const shop = await openShop({ through: scratch.service(), sql: scratch.sql })
    const { colleague, inbox } = await assign(shop, 2)
    const [first] = await inbox.conversations('?limit=1')
    await shop.owner.delete(`/api/members/${colleague.id}`)
    await send(shop, { email: colleague.email, role: 'staff' })
    await acceptAll(colleague)
    const path = `/api/inbox/conversations/${first?.id}`
    expectBody(await shop.owner.patch(path, { assignee_id: colleague.id }), 200, Conversation)
    await minute()
    expect(await inbox.get(first?.id ?? '')).toMatchObject({ assignee_id: colleague.id })
  })
})
