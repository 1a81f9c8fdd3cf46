import { beforeEach, describe, expect, test } from 'vitest'
import { eventsOf } from '../../support/events.ts'
import { inboxOf, messagingCall } from '../../support/inbox.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { range } from '../orders/listing.ts'

// Edits and deletions on Messenger and Instagram as Meta documents them. All ids are invented.

let shop: Shop
let inbox: ReturnType<typeof inboxOf>
beforeEach(async () => {
  shop = await openShop()
  inbox = inboxOf(shop)
})

test.for(['messenger', 'instagram'] as const)('an edit on %s changes the message', async (kind) => {
  const page = await inbox.addMeta(kind)
  const event = (more: object, at: number) => page.send(messagingCall(page.account, { timestamp: at, ...more }))
  const at = Date.now() - 60_000
  const attachments = [{ type: 'image', payload: { url: 'https://scontent.xx.fbcdn.net/v/a.jpg' } }]
  await event({ message: { mid: 'm_1', text: 'In M?', attachments } }, at)
  await inbox.reply((await inbox.only()).id)
  await event({ message_edit: { mid: 'm_1', text: 'In L?', num_edit: 1 } }, at + 1000)
  expect(await inbox.only()).toMatchObject({
    unread_count: 0,
    waiting_since: null,
    messages: [
      { kind: 'reply' },
      {
        body: 'In L?',
        type: 'image',
        attachments: [{ type: 'image' }],
        previous: [{ body: 'In M?', type: 'image', until: new Date(at + 1000).toISOString() }],
      },
    ],
  })
  await event({ message: { mid: 'm_1', is_deleted: true } }, at - 2000)
  await event({ message_edit: { mid: 'm_1', text: 'Late', num_edit: 2 } }, at + 3000)
  expect((await inbox.only()).messages[1]).toMatchObject({ type: 'deleted', body: '', previous: [] })
})

test('a message on Messenger that was deleted before it arrives is stored without its text', async () => {
  const page = await inbox.addMeta('messenger')
  await page.send(messagingCall(page.account, { message: { mid: 'm_2', is_deleted: true } }))
  await page.send(messagingCall(page.account, { message_edit: { mid: 'm_2', text: 'I hate it', num_edit: 1 } }))
  for (const _time of [1, 2])
    await page.send(messagingCall(page.account, { message: { mid: 'm_2', text: 'I hate your shop' } }))
  expect(await inbox.only()).toMatchObject({
    unread_count: 1,
    messages: [{ type: 'deleted', body: '', previous: [], data: {} }],
  })
})

const notEdited = (more = {}) => ({ message_edit: { mid: 'm_3', num_edit: 0, ...more } })
const picture = [{ type: 'image', payload: { url: 'https://scontent.xx.fbcdn.net/v/a.jpg' } }]
const whole = { message: { mid: 'm_3', text: 'In M?', attachments: picture } }
const unread = { type: 'unsupported', body: '', data: { provider_type: 'message_edit', content: notEdited() } }
const arrived = { type: 'image', body: 'In M?', attachments: [{ type: 'image' }], data: {} }

test.for([
  ['once without a sender', [{ sender: undefined, ...notEdited() }, notEdited()], unread],
  ['before and after it arrives', [notEdited(), whole, notEdited()], arrived],
  ['with its text', [notEdited({ text: 'In M?' }), whole], arrived],
] as const)('an edit on Instagram that edits nothing says that there is a message: %s', async ([, events, shown]) => {
  const page = await inbox.addMeta('instagram')
  for (const event of events) await page.send(messagingCall(page.account, event))
  const { unread_count, messages } = await inbox.only()
  expect(unread_count).toBe(1)
  expect(messages).toMatchObject([{ ...shown, previous: [] }])
})

describe('an event of Instagram that edits nothing', () => {
  const edited = { message_edit: { mid: 'm_3', num_edit: 1, text: 'In L?' } }
  const deleted = { message: { mid: 'm_3', is_deleted: true } }
  const past = { type: 'image', body: 'In M?' }

  test.for([
    ['an edit before it', [edited, notEdited(), whole], { type: 'text', body: 'In L?', previous: [past] }, 1],
    ['an edit after it', [notEdited(), edited, whole], { type: 'text', body: 'In L?', previous: [past] }, 1],
    ['an edit after it, and no message', [notEdited(), edited], { type: 'text', body: 'In L?', previous: [] }, 1],
    ['a deletion before it', [deleted, notEdited()], { type: 'deleted', body: '', previous: [] }, 0],
    ['a deletion after it', [notEdited(), deleted, whole], { type: 'deleted', body: '', previous: [] }, 1],
  ] as const)('takes nothing away, beside %s', async ([, events, shown, unread]) => {
    const page = await inbox.addMeta('instagram')
    for (const event of events) await page.send(messagingCall(page.account, event))
    const { unread_count, messages } = await inbox.only()
    expect(unread_count).toBe(unread)
    expect(messages).toMatchObject([shown])
  })

  test('is not listed as the store’s own, and a message that completes it is an event', async () => {
    const page = await inbox.addMeta('instagram')
    const own = { sender: { id: page.account }, recipient: { id: '7001' }, message_edit: { mid: 'm_9', num_edit: 0 } }
    for (const event of [notEdited(), whole, own]) await page.send(messagingCall(page.account, event))
    const { id, messages } = await inbox.only()
    expect(messages).toHaveLength(1)
    const updates = (await eventsOf(id)).filter(({ type }) => type === 'conversation.updated')
    expect(updates).toMatchObject([{ data: { changed: ['messages'] } }])
  })
})

describe('changes that come at the same time as their message', () => {
  const mids = range(1, 12).map((nth) => `m_${nth}`)
  const message = (mid: string) => ({ message: { mid, text: 'In M?' } })

  test.for([
    [
      'an event that edits nothing',
      (mid: string) => [{ message_edit: { mid, num_edit: 0 } }],
      { body: 'In M?', previous: [] },
    ],
    [
      'an edit',
      (mid: string) => [{ message_edit: { mid, num_edit: 1, text: 'In L?' } }],
      { body: 'In L?', previous: [{ body: 'In M?' }] },
    ],
    [
      'a deletion after an edit',
      (mid: string) => [{ message_edit: { mid, num_edit: 1, text: 'In L?' } }, { message: { mid, is_deleted: true } }],
      { type: 'deleted', body: '', previous: [] },
    ],
  ] as const)('%s: nothing is lost, and nothing comes back', async ([, changes, shown]) => {
    const page = await inbox.addMeta('messenger')
    const send = (event: object) => page.send(messagingCall(page.account, { ...event }))
    for (const mid of mids) {
      const [last, ...before] = changes(mid).toReversed()
      for (const event of before) await send(event)
      await Promise.all([send(message(mid)), send({ ...last })])
    }
    const { id, unread_count } = await inbox.only()
    expect(unread_count).toBe(mids.length)
    const { messages } = await inbox.get(id)
    expect(messages).toMatchObject(mids.map(() => shown))
  })
})

test('edits of a message that come at the same time, before it: each of them is kept', async () => {
  const page = await inbox.addMeta('messenger')
  const at = Date.now() - 60_000
  const mids = range(1, 12).map((nth) => `m_${nth}`)
  const send = (event: object, later: number) =>
    page.send(messagingCall(page.account, { timestamp: at + later, ...event }))
  for (const mid of mids) {
    const edit = (num_edit: number, text: string) => send({ message_edit: { mid, num_edit, text } }, num_edit * 1000)
    await Promise.all([edit(2, 'In L?'), edit(1, 'In S?')])
    await send({ message: { mid, text: 'In M?' } }, 0)
  }
  const { id, unread_count } = await inbox.only()
  expect(unread_count).toBe(mids.length)
  const shown = { body: 'In L?', previous: [{ body: 'In M?' }, { body: 'In S?' }] }
  expect((await inbox.get(id)).messages).toMatchObject(mids.map(() => shown))
})

test('lists do not show a text that was erased, also if something else came after it', async () => {
  const page = await inbox.addMeta('instagram')
  const at = Date.now() - 60_000
  const events = [
    { timestamp: at, message: { mid: 'm_1', text: 'My secret' } },
    { timestamp: at + 1000, message: { mid: 'm_0', is_deleted: true } },
    { timestamp: at + 2000, message: { mid: 'm_1', is_deleted: true } },
  ]
  for (const event of events) await page.send(messagingCall(page.account, event))
  expect(await inbox.only()).toMatchObject({ last_message_type: 'deleted', last_message_preview: '' })
})

test('a reply that the store wrote elsewhere and its delivery come in one request', async () => {
  const page = await inbox.addMeta('messenger')
  await page.send(messagingCall(page.account, { message: { mid: 'm_1', text: 'In M?' } }))
  const to = { sender: { id: page.account }, recipient: { id: '7001' } }
  await page.send(
    messagingCall(
      page.account,
      { ...to, message: { mid: 'm_2', text: 'Yes', is_echo: true } },
      { delivery: { mids: ['m_2'] } },
    ),
  )
  expect((await inbox.only()).messages[0]).toMatchObject({ body: 'Yes', delivery_status: 'delivered' })
})
