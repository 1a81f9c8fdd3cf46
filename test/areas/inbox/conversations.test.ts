import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eventsOf, eventTypesOf } from '../../support/events.ts'
import { inboxOf } from '../../support/inbox.ts'
import { watchLog } from '../../support/run/log.ts'
import { expectProblem, openShop, pointersOf, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { testIssuer } from '../../support/callers/identity.ts'

let shop: Shop
let inbox: ReturnType<typeof inboxOf>
let till: Awaited<ReturnType<typeof inbox.addWebhook>>
beforeEach(async () => {
  shop = await openShop()
  inbox = inboxOf(shop)
  till = await inbox.addWebhook()
})

const from = (nth: number, more: Record<string, unknown> = {}) =>
  till.receive({ from: { name: `N${nth}`, phone: `+9655000010${nth}` }, ...more })
const patch = (id: string, body: unknown, headers: Record<string, string> = {}, by = shop.owner) =>
  by.patch(`/api/inbox/conversations/${id}`, body, headers)
const userId = async (subject: string) =>
  String((await asOwner`select app.user_id(${testIssuer}, ${subject}) as id`)[0]?.['id'])

describe('a member of staff', () => {
  test('takes a conversation, answers, and closes it', async () => {
    await from(1, { body: 'Do you deliver to Salmiya?' })
    const [unread] = await inbox.conversations('?status=open&assignee=none&unread=true')
    const id = unread?.id ?? ''
    expect(unread).toMatchObject({ unread_count: 1, waiting_since: expect.any(String), last_message_kind: 'message' })

    const agent = await shop.hire('staff')
    const me = await userId(agent.subject)
    expect(
      await patch(id, { assignee_id: me, tags: ['delivery'], read: true }, { 'If-Match': '"v2"' }, agent),
    ).toMatchObject({
      status: 200,
      body: { assignee_id: me, tags: ['delivery'], unread_count: 0, waiting_since: unread?.waiting_since, version: 3 },
    })
    expect(await inbox.conversations('?assignee=me', agent)).toMatchObject([{ id }])
    expect(await inbox.conversations(`?assignee=${me}`)).toMatchObject([{ id }])
    expect(await inbox.conversations('?assignee=me')).toEqual([])

    expect((await inbox.say(id, 'Ask Nour about Salmiya', 'note', agent)).status).toBe(201)
    expect(await inbox.get(id)).toMatchObject({
      waiting_since: unread?.waiting_since,
      last_message_preview: 'Do you deliver to Salmiya?',
      version: 3,
      messages: [
        { kind: 'note', body: 'Ask Nour about Salmiya', author_id: me, delivery_status: null },
        { kind: 'message' },
      ],
    })
    expect(await patch(id, { status: 'closed' }, {}, agent)).toMatchObject({
      status: 200,
      body: { status: 'closed', waiting_since: null },
    })
    expect(await inbox.conversations('?status=open')).toEqual([])
    expect(await inbox.conversations('?status=closed')).toMatchObject([{ id }])
    expect(await eventTypesOf(id)).toEqual([
      'conversation.created',
      'conversation.message_received',
      'conversation.updated',
      'conversation.noted',
      'conversation.updated',
    ])
    expect(JSON.stringify(await eventsOf(id))).not.toMatch(/Salmiya|50000010/)
  })

  test('cannot close a conversation with a message they have not seen', async () => {
    await from(1)
    const { id, version } = await inbox.only()
    await from(1, { body: 'One more thing' })
    expectProblem(await patch(id, { status: 'closed' }, { 'If-Match': `"v${version}"` }), 409, 'version_conflict')
    expect(await inbox.only()).toMatchObject({ status: 'open', unread_count: 2 })
  })

  test('marks a conversation read and unread', async () => {
    await from(1)
    await from(1)
    const { id } = await inbox.only()
    expect(await patch(id, { read: true })).toMatchObject({ body: { unread_count: 0 } })
    expect(await inbox.conversations('?unread=true')).toEqual([])
    expect(await inbox.conversations('?unread=false')).toHaveLength(1)
    expect(await patch(id, { read: false })).toMatchObject({ body: { unread_count: 1 } })
    expect(await inbox.conversations('?unread=true')).toHaveLength(1)
  })

  test('links a customer and orders, and removes the links', async () => {
    await from(1)
    const { id } = await inbox.only()
    const customer = await shop.addCustomer({ name: 'Amal' })
    const [first, second] = [await shop.addOrder(), await shop.addOrder()]
    const ids = [first.id, second.id, first.id]
    expect(await patch(id, { customer_id: customer.id, order_ids: ids })).toMatchObject({
      status: 200,
      body: { customer_id: customer.id, order_ids: [first.id, second.id] },
    })
    expect(await inbox.conversations(`?customer_id=${customer.id}`)).toMatchObject([{ id }])
    // The next message does not remove the link.
    await from(1)
    expect(await inbox.only()).toMatchObject({ customer_id: customer.id })
    expect(await patch(id, { customer_id: null, order_ids: [] })).toMatchObject({
      body: { customer_id: null, order_ids: [] },
    })
  })

  test('cannot link customers, orders or members of another store', async () => {
    await from(1)
    const { id, version } = await inbox.only()
    const other = await openShop()
    const theirs = {
      customer: await other.addCustomer(),
      order: await other.addOrder(),
      owner: await userId(other.owner.subject),
    }
    const mine = await shop.addOrder()
    const unknown = crypto.randomUUID()
    for (const customer_id of [theirs.customer.id, unknown])
      expect(pointersOf(expectProblem(await patch(id, { customer_id }), 422, 'customer_not_found'))).toEqual([
        '/customer_id',
      ])
    const refused = expectProblem(
      await patch(id, { order_ids: [theirs.order.id, mine.id, unknown] }),
      422,
      'invalid_input',
    )
    expect(pointersOf(refused).toSorted()).toEqual(['/order_ids/0', '/order_ids/2'])
    for (const assignee_id of [theirs.owner, unknown])
      expect(pointersOf(expectProblem(await patch(id, { assignee_id }), 422, 'invalid_input'))).toEqual([
        '/assignee_id',
      ])
    const { requests } = watchLog()
    const all = await patch(id, { order_ids: [unknown], customer_id: unknown, assignee_id: unknown })
    expect(pointersOf(expectProblem(all, 422, 'invalid_input'))).toEqual([
      '/assignee_id',
      '/customer_id',
      '/order_ids/0',
    ])
    expect(requests()).toMatchObject([{ status: 422, db_round_trips: 1 }])
    vi.restoreAllMocks()
    expect(await inbox.only()).toMatchObject({ version, customer_id: null, order_ids: [], assignee_id: null })
  })

  test('cannot set unknown fields or invalid values', async () => {
    await from(1)
    const { id } = await inbox.only()
    const wrong = {
      channel_id: id,
      unread_count: 5,
      waiting_since: null,
      status: 'done',
      tags: [''],
      order_ids: ['x'],
      read: 'yes',
    }
    expect(pointersOf(expectProblem(await patch(id, wrong), 422, 'invalid_input')).toSorted()).toEqual([
      '/channel_id',
      '/order_ids/0',
      '/read',
      '/status',
      '/tags/0',
      '/unread_count',
      '/waiting_since',
    ])
  })
})

describe('a snoozed conversation', () => {
  const soon = () => new Date(Date.now() + 3_600_000).toISOString()
  const reopen = (id: string) =>
    asOwner`update conversations set snoozed_until = now() - interval '1 second' where id = ${id}`

  test('is hidden until its time comes, and then open without a write', async () => {
    await from(1)
    const { id } = await inbox.only()
    const until = soon()
    expect(await patch(id, { status: 'snoozed', snoozed_until: until })).toMatchObject({
      status: 200,
      body: { status: 'snoozed', snoozed_until: until },
    })
    expect(await inbox.conversations('?status=open')).toEqual([])
    for (const query of ['?status=snoozed', '', '?search=N1&status=snoozed'])
      expect(await inbox.conversations(query)).toMatchObject([{ status: 'snoozed' }])
    expect(await inbox.conversations('?search=N1&status=open')).toEqual([])
    await reopen(id)
    expect(await inbox.conversations('?status=snoozed')).toEqual([])
    for (const query of ['?status=open', '', '?search=N1&status=open'])
      expect(await inbox.conversations(query)).toMatchObject([{ status: 'open', snoozed_until: null }])
    expect(await inbox.get(id)).toMatchObject({ status: 'open' })
  })

  test('reopens when the customer writes again', async () => {
    await from(1)
    const { id } = await inbox.only()
    await patch(id, { status: 'snoozed', snoozed_until: soon() })
    await from(1)
    expect(await inbox.only()).toMatchObject({ status: 'open', snoozed_until: null })
  })

  test('ends when the status changes', async () => {
    await from(1)
    const { id } = await inbox.only()
    for (const status of ['open', 'pending', 'closed']) {
      await patch(id, { status: 'snoozed', snoozed_until: soon() })
      expect(await patch(id, { status })).toMatchObject({ body: { status, snoozed_until: null } })
    }
  })

  test('requires a time in the future', async () => {
    await from(1)
    const { id } = await inbox.only()
    for (const body of [
      { status: 'snoozed' },
      { snoozed_until: soon() },
      { status: 'open', snoozed_until: soon() },
      { status: 'snoozed', snoozed_until: new Date(Date.now() - 1000).toISOString() },
      { status: 'snoozed', snoozed_until: '2099-01-01' },
      { status: 'snoozed', snoozed_until: 'tomorrow' },
      { status: 'snoozed', snoozed_until: null },
    ])
      expect(pointersOf(expectProblem(await patch(id, body), 422, 'invalid_input'))).toEqual(['/snoozed_until'])
  })
})

describe('a message from the customer reopens a conversation that is', () => {
  test.for(['pending', 'closed', 'open'] as const)('%s', async (status) => {
    await from(1)
    const { id } = await inbox.only()
    await patch(id, { status, read: true })
    await from(1, { body: 'Still there?' })
    expect(await inbox.only()).toMatchObject({ status: 'open', unread_count: 1, last_message_preview: 'Still there?' })
  })

  test('and the waiting time still counts from the first unanswered message', async () => {
    await from(1, { sent_at: '2026-11-20T08:00:00Z' })
    await from(1, { sent_at: '2026-11-20T09:00:00Z' })
    expect(await inbox.only()).toMatchObject({
      waiting_since: '2026-11-20T08:00:00.000Z',
      last_message_at: '2026-11-20T09:00:00.000Z',
    })
  })

  test('a late message is sorted by the time it was sent', async () => {
    await from(1, { body: 'second', sent_at: '2026-11-20T09:00:00Z' })
    await from(1, { body: 'first', sent_at: '2026-11-20T08:00:00Z' })
    expect(await inbox.only()).toMatchObject({
      last_message_preview: 'second',
      last_message_at: '2026-11-20T09:00:00.000Z',
      unread_count: 2,
      messages: [{ body: 'second' }, { body: 'first' }],
    })
  })
})

describe('the list', () => {
  test('is sorted by latest message, by page and by cursor', async () => {
    for (let nth = 1; nth <= 7; nth++) await from(nth, { sent_at: `2026-11-2${nth > 3 ? 0 : 1}T08:00:00Z` })
    await from(2, { sent_at: '2026-11-21T09:00:00Z' })
    const all = (await inbox.conversations()).map(({ id, contact_name }) => ({ id, contact_name }))
    expect(all.map(({ contact_name }) => contact_name)).toEqual(['N2', 'N3', 'N1', 'N7', 'N6', 'N5', 'N4'])

    const seen: unknown[] = []
    let next = ''
    do {
      const { body } = await shop.owner.get(`/api/inbox/conversations?limit=2${next}`)
      const { data, meta } = Object(body)
      expect(meta).toMatchObject({ total: 7, total_is_capped: false })
      seen.push(...data.map(({ id }: { id: string }) => id))
      next = meta.next_cursor ? `&cursor=${meta.next_cursor}` : ''
    } while (next !== '')
    expect(seen).toEqual(all.map(({ id }) => id))
    expect(await inbox.conversations('?limit=3&page=2')).toMatchObject(all.slice(3, 6))
  })

  test('filters by channel, status, tag and all of them together', async () => {
    const other = await inbox.addWebhook()
    await from(1)
    await from(2)
    await other.receive({ from: { name: 'N3', phone: '+96550000103' } })
    const [three, two, one] = await inbox.conversations()
    await patch(one?.id ?? '', { tags: ['مستعجل', 'VIP'] })
    await patch(two?.id ?? '', { tags: ['مستعجلة'], status: 'pending' })
    const names = async (query: string) => (await inbox.conversations(query)).map(({ contact_name }) => contact_name)
    expect(await names(`?channel_id=${other.id}`)).toEqual(['N3'])
    expect(await names(`?channel_id=${till.id}`)).toEqual(['N2', 'N1'])
    expect(await names('?status=pending')).toEqual(['N2'])
    expect(await names(`?tag=${encodeURIComponent('مستعجل')}`)).toEqual(['N1'])
    expect(await names('?tag=VIP')).toEqual(['N1'])
    expect(await names('?tag=VI')).toEqual([])
    expect(await names(`?tag=VIP&channel_id=${till.id}&status=open&unread=true&assignee=none&search=N1`)).toEqual([
      'N1',
    ])
    expect(await names(`?tag=VIP&channel_id=${other.id}`)).toEqual([])
    expect(await names('?tag=VIP&assignee=me')).toEqual([])
    expect(await names('?tag=VIP&unread=false')).toEqual([])
    expect(three?.contact_name).toBe('N3')
  })

  test.for([
    'status=done',
    'assignee=nobody',
    'unread=1',
    'channel_id=x',
    'customer_id=x',
    'tag=',
    'sort=created_at',
    'cursor=x',
  ])('refuses ?%s', async (query) => {
    expectProblem(await shop.owner.get(`/api/inbox/conversations?${query}`), 422, 'invalid_input')
  })
})

describe('a search', () => {
  const found = async (term: string) =>
    (await inbox.conversations(`?search=${encodeURIComponent(term)}`)).map(({ contact_name }) => contact_name)

  test('finds names, phone numbers in any format, e-mail addresses, subjects and tags', async () => {
    await till.receive({
      from: { name: 'أمل العنزي', phone: '+965 5123 4567', email: 'amal@kuwait.test' },
      subject: 'Résumé of order',
    })
    await from(2)
    await patch((await inbox.conversations('?search=amal'))[0]?.id ?? '', { tags: ['wholesale'] })
    for (const term of [
      'امل',
      'العنزى',
      '٥١٢٣',
      '5123 4567',
      '(512) 34',
      'AMAL@kuwait',
      'resume',
      'wholesale',
      'order أمل',
    ])
      expect(await found(term), term).toEqual(['أمل العنزي'])
    expect(await found('nothing like it')).toEqual([])
  })

  test('finds words of any message, including old ones, replies and notes', async () => {
    await from(1, { body: 'هل الفستان الأزرق متوفر؟' })
    await from(1, { body: 'Size forty-two' })
    await from(2, { body: 'Something else' })
    const [, one] = await inbox.conversations()
    await inbox.say(one?.id ?? '', 'Sent her the catalogue of autumn', 'note')
    for (const term of ['فستان', 'الازرق', 'forty', 'autumn catalogue', 'size forty'])
      expect(await found(term), term).toEqual(['N1'])
    // A word of the message, and the name of its author.
    expect(await found('forty N1')).toEqual(['N1'])
    expect(await found('forty N2')).toEqual([])
  })

  test('continues from its cursor, latest message first, each conversation once', async () => {
    for (let nth = 1; nth <= 5; nth++)
      for (const body of ['a paged word', 'another paged word']) await from(nth, { body })
    const { data, meta } = Object((await shop.owner.get('/api/inbox/conversations?search=paged&limit=3')).body)
    expect(data.map(({ contact_name }: { contact_name: string }) => contact_name)).toEqual(['N5', 'N4', 'N3'])
    expect(meta).toMatchObject({ total: 5, has_more: true })
    expect(await inbox.conversations(`?search=paged&limit=3&cursor=${meta.next_cursor}`)).toMatchObject([
      { contact_name: 'N2' },
      { contact_name: 'N1' },
    ])
  })

  test('for one or two letters covers the newest conversations', async () => {
    await from(1)
    expect(await found('N1')).toEqual(['N1'])
    expect(await found('1')).toEqual(['N1'])
  })
})

describe('the messages of a conversation', () => {
  test('are listed page by page, newest first', async () => {
    for (let nth = 1; nth <= 25; nth++)
      await from(1, {
        body: `m${nth}`,
        sent_at: new Date(1_763_600_000_000 + Math.floor(nth / 3) * 1000).toISOString(),
      })
    const { id, messages } = await inbox.only()
    expect(messages.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, (_, nth) => `m${25 - nth}`))
    const path = `/api/inbox/conversations/${id}/messages`
    const seen: string[] = []
    let next = ''
    do {
      const { data, meta } = Object((await shop.owner.get(`${path}?limit=4${next}`)).body)
      expect(meta.total).toBe(25)
      seen.push(...data.map(({ body }: { body: string }) => body))
      next = meta.next_cursor ? `&cursor=${meta.next_cursor}` : ''
    } while (next !== '')
    expect(seen).toEqual(Array.from({ length: 25 }, (_, nth) => `m${25 - nth}`))
    expectProblem(await shop.owner.get(`${path}?search=m1`), 422, 'invalid_input')
    expectProblem(await shop.owner.get(`/api/inbox/conversations/${crypto.randomUUID()}/messages`), 404, 'not_found')
  })

  test('a note shows its author, and viewers cannot write one', async () => {
    await from(1)
    const { id } = await inbox.only()
    expectProblem(await inbox.say(id, 'A note', 'note', await shop.hire('viewer')), 403, 'forbidden')
    for (const [body, kind, pointer] of [
      ['', 'note', '/body'],
      [' ', 'reply', '/body'],
      ['x'.repeat(20_001), 'note', '/body'],
      ['x', 'message', '/kind'],
    ] as const)
      expect(pointersOf(expectProblem(await inbox.say(id, body, kind), 422, 'invalid_input'))).toEqual([pointer])
    expect((await inbox.only()).messages).toHaveLength(1)
  })
})
