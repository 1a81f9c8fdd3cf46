import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getTimeline } from '../../../src/areas/customers/get-timeline.ts'
import { inboxOf } from '../../support/inbox.ts'
import { openScarfShop } from '../orders/scarf-shop.ts'
import { database, service } from '../../support/service.ts'
import { client, type Client, expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

const shop = service()
const Entry = z.looseObject({ id: z.string(), created_at: z.string() })

const read = async (who: Client, id: string, question = '') =>
  expectBody(await who.get(`/api/customers/${id}/timeline?${question}`), 200, getTimeline.output)

/** A word for each entry. */
const gist = (entry: z.output<typeof getTimeline.output>['data'][number]) =>
  ({
    order: () => ('order' in entry ? entry.order.name : null),
    conversation: () => ('conversation' in entry ? entry.conversation.last_message_preview : null),
    note: () => ('body' in entry ? entry.body : null),
    event: () => ('type' in entry ? entry.type : null),
  })[entry.kind]()

describe('the timeline of a customer', () => {
  test('has their orders, notes and changes, newest first', async () => {
    const { owner, customer, buy, hire, store } = await openScarfShop({ through: shop })
    const staff = await hire('staff')
    await buy()
    await staff.post(`/api/customers/${customer.id}/notes`, { body: 'Call after six' })
    await owner.patch(`/api/customers/${customer.id}`, { tags: ['vip'] })
    await buy({ total_amount: 12.5 })
    const { data, meta } = await read(owner, customer.id)
    expect(data.map(gist)).toEqual(['#1002', 'customer.updated', 'Call after six', '#1001', 'customer.created'])
    expect(meta).toMatchObject({ total: 5, total_is_capped: false, has_more: false, next_cursor: null })
    expect(data[0]).toMatchObject({
      kind: 'order',
      order: {
        number: 1002,
        status: 'pending',
        payment_status: 'unpaid',
        total_amount: 12.5,
        currency: store.currency,
      },
    })
    expect(data[2]).toMatchObject({ kind: 'note', actor: { kind: 'user', name: staff.subject.toLowerCase() } })
    expect(data[1]).toMatchObject({ kind: 'event', actor: { kind: 'user' }, data: { changed: ['tags'] } })
    const times = data.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('has their conversations, at the time of the last message', async () => {
    const scarves = await openScarfShop({ through: shop })
    const { owner, addCustomer, order } = scarves
    const { id } = await addCustomer({ phone: '+965 5123 4567' })
    const { receive } = await inboxOf(scarves).addWebhook()
    const from = { name: 'Amal', phone: '+965 5123 4567' }
    await receive({ from, body: 'Is it warm?' })
    await owner.post('/api/orders', order({ customer_id: id }))
    expect((await read(owner, id)).data.map(gist)).toEqual(['#1001', 'Is it warm?', 'customer.created'])
    await receive({ from, body: 'And blue?' })
    const { data, meta } = await read(owner, id)
    expect(data.map(gist)).toEqual(['And blue?', '#1001', 'customer.created'])
    expect(meta.total).toBe(3)
    const conversation = { channel_kind: 'webhook', status: 'open', subject: null, unread_count: 2 }
    expect(data[0]).toMatchObject({ kind: 'conversation', conversation: { id: data[0]?.id, ...conversation } })
    const page = await read(owner, id, `limit=1&cursor=${(await read(owner, id, 'limit=1')).meta.next_cursor}`)
    expect(page.data.map(gist)).toEqual(['#1001'])
    // Conversations of others are not included.
    await receive({ from: { name: 'Omar', phone: '+965 5123 4568' }, body: 'Hello' })
    expect((await read(owner, id)).data).toEqual(data)
  })

  test('names the author of a note', async () => {
    const { owner, customer, store } = await openScarfShop({ through: shop })
    const made = await owner.post(`/api/customers/${customer.id}/notes`, { body: 'Call after six' })
    const name = owner.subject.toLowerCase()
    expect(made).toMatchObject({
      status: 201,
      body: { customer_id: customer.id, body: 'Call after six', actor: { kind: 'user', name, acts_for: null } },
    })
    const [author] = await asOwner`select user_id from store_members where store_id = ${store.id}`
    const { data } = await read(owner, customer.id)
    expect(data[0]).toMatchObject({ id: Entry.parse(made.body).id, actor: { id: author?.['user_id'], name } })
  })

  test('is complete by cursor and by page number, with one round trip per page', async () => {
    const tag = `timeline-${crypto.randomUUID()}`
    const { owner, customer, buy } = await openScarfShop({ through: shop })
    for (let turn = 0; turn < 12; turn++)
      await Promise.all([buy(), owner.post(`/api/customers/${customer.id}/notes`, { body: `Note ${turn}` })])
    // All of one moment, as after an import: ties are broken by id.
    await asOwner`update events set created_at = (select max(created_at) from orders o where o.customer_id = ${customer.id})
      where subject_id = ${customer.id} and id in (select id from events where subject_id = ${customer.id} order by id limit 6)`
    const allIds = (await read(owner, customer.id, 'limit=100')).data.map(({ id }) => id)
    expect(new Set(allIds).size).toBe(25)

    const counted = client(owner.token, service(tag))
    const walked: string[] = []
    let next = ''
    for (;;) {
      const { data, meta } = await read(counted, customer.id, `limit=4${next}`)
      expect(meta.total).toBe(25)
      walked.push(...data.map(({ id }) => id))
      if (meta.next_cursor === null) break
      next = `&cursor=${meta.next_cursor}`
    }
    expect(walked).toEqual(allIds)
    expect((await database(tag).seen()).requests).toBe(7)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => read(owner, customer.id, `limit=7&page=${page}`)))
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(allIds)
  })

  test('is not found by what is no id', async () => {
    const { owner } = await openShop({ through: shop })
    for (const path of ['timeline', 'orders'])
      expectProblem(await owner.get(`/api/customers/none/${path}`), 404, 'not_found')
  })
})

describe('a note', () => {
  test('is written once, even if it is sent again', async () => {
    const { owner, customer } = await openScarfShop({ through: shop })
    const send = (body: unknown, key = 'note-1') =>
      owner.post(`/api/customers/${customer.id}/notes`, body, { 'Idempotency-Key': key })
    const answers = await Promise.all(Array.from({ length: 5 }, () => send({ body: 'Call after six' })))
    for (const answer of answers) expect(answer).toMatchObject({ status: 201, body: answers[0]?.body })
    expectProblem(await send({ body: 'Another' }), 422, 'idempotency_key_reused')
    expect((await read(owner, customer.id)).data.map(gist)).toEqual(['Call after six', 'customer.created'])
  })

  test('must not be empty or too long', async () => {
    const { owner, customer } = await openScarfShop({ through: shop })
    for (const body of [
      {},
      { body: '' },
      { body: '   ' },
      { body: null },
      { body: 'x'.repeat(5001) },
      { body: 'x', by: 'me' },
    ])
      expectProblem(await owner.post(`/api/customers/${customer.id}/notes`, body), 422, 'invalid_input')
    const text = 'سطر أول\n\t"second" \\ line 🎁'
    await owner.post(`/api/customers/${customer.id}/notes`, { body: text })
    expect((await read(owner, customer.id)).data[0]).toMatchObject({ body: text })
  })
})
