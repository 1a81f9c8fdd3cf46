import { beforeEach, describe, expect, test } from 'vitest'
import { inboxOf, wamid } from '../../support/inbox.ts'
import { whatsAppCall } from '../../support/meta-calls.ts'
import { otherSide } from '../../support/outside/outside.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { range } from '../orders/listing.ts'

// Who writes on WhatsApp has a phone number, a business-scoped user id, or both. All numbers, names and ids are invented.

const number = '96550000001'
const userId = 'KW.13491208655302741918'

type Person = { from?: string | null; from_user_id?: string; from_parent_user_id?: string; wa_id?: string }

let shop: Shop
let inbox: ReturnType<typeof inboxOf>
let phone: Awaited<ReturnType<typeof inbox.addMeta>>
let second = 1_790_000_000
beforeEach(async () => {
  shop = await openShop()
  inbox = inboxOf(shop)
  phone = await inbox.addMeta('whatsapp')
})

/** A message of this person, a second after the last one. */
function written({ wa_id, ...person }: Person, body = 'Hello') {
  const ids = { wa_id: wa_id ?? person.from ?? undefined, user_id: person.from_user_id }
  return whatsAppCall(phone.account, {
    contacts: [{ profile: { name: 'Amal' }, ...ids, parent_user_id: person.from_parent_user_id }],
    messages: [{ ...person, id: wamid(), timestamp: String(second++), type: 'text', text: { body } }],
  })
}

const write = async (person: Person, body?: string) =>
  expect(await phone.send(written(person, body))).toMatchObject({ status: 200, body: { received: 1 } })

const system = (system: Record<string, unknown>, person: Person = {}) =>
  whatsAppCall(phone.account, {
    messages: [{ ...person, id: wamid(), timestamp: String(second++), type: 'system', system }],
  })

/** The recipient of a reply to the only conversation, as Meta gets it. */
async function repliedTo() {
  const { id } = await inbox.only()
  const sent = await inbox.reply(id)
  expect(await inbox.message(sent)).toMatchObject({ delivery_status: 'sent', failure: null })
  const { to, recipient } = (await otherSide(phone.access_token).calls()).at(-1)?.body ?? {}
  return { to, recipient }
}

const both = { from: number, from_user_id: userId }
const alone = { from_user_id: userId }

describe('one person has one conversation', () => {
  const orders: Record<string, Person[]> = {
    'number and id, then the id alone': [both, alone],
    'the id alone, then number and id': [alone, both],
    'number and id, then the number alone': [both, { from: number }],
    'the number, then number and id, then the id': [{ from: number }, both, alone],
    'the number, the id, then both: the two conversations become one': [{ from: number }, alone, both, alone],
    'an empty number beside the id': [both, { from: '', from_user_id: userId }, { from: null, from_user_id: userId }],
    'a parent id that comes first': [
      { ...alone, from_parent_user_id: 'KW.ENT.11815799212886844830' },
      { from_user_id: 'KW.99', from_parent_user_id: 'KW.ENT.11815799212886844830' },
    ],
    'the two forms of a number in Mexico': [{ from: '5215512345678' }, { from: '525512345678' }],
    'another wa_id than the number': [{ from: '5491123456789', wa_id: '541123456789' }, { from: '541123456789' }],
  }

  test.for(Object.entries(orders))('%s', async ([, people]) => {
    for (const [at, person] of people.entries()) await write(person, `Message ${at}`)
    const conversation = await inbox.only()
    expect(conversation).toMatchObject({
      contact_name: 'Amal',
      unread_count: people.length,
      waiting_since: conversation.messages.at(-1)?.sent_at,
    })
    expect(conversation.messages.map(({ body }) => body)).toEqual(people.map((_, at) => `Message ${at}`).toReversed())
  })

  test('with two messages at once, one by number and id, one by the id alone, in the conversations of twelve', async () => {
    const people = range(1, 12).map((nth) => ({ from: `${96_550_001_000 + nth}`, from_user_id: `KW.${nth}` }))
    const calls = people.flatMap((person) => [person, { from_user_id: person.from_user_id }].map((one) => written(one)))
    await Promise.all(calls.map((call) => phone.send(call)))
    const found = await inbox.conversations()
    expect(found.map(({ unread_count }) => unread_count)).toEqual(people.map(() => 2))
  })

  test('that is the customer’s, also if the number comes second', async () => {
    const customer = await shop.owner.post('/api/customers', { name: 'Amal', phone: `+${number}` })
    await write(alone)
    expect(await inbox.only()).toMatchObject({ customer_id: null, contact_phone: null })
    await write(both)
    expect(await inbox.only()).toMatchObject({ customer_id: Object(customer.body).id, contact_phone: `+${number}` })
  })

  test('and what both had is kept when they become one', async () => {
    await write({ from: number })
    const first = await inbox.only()
    await shop.owner.patch(`/api/inbox/conversations/${first.id}`, { tags: ['vip'], read: true })
    await inbox.reply(first.id, 'Hello Amal')
    await write(alone, 'It is me')
    await write(both, 'With my number')
    expect(await inbox.only()).toMatchObject({
      id: first.id,
      tags: ['vip'],
      unread_count: 2,
    })
    const { messages } = await inbox.only()
    expect(messages.map(({ body }) => body)).toEqual(['Hello Amal', 'With my number', 'It is me', 'Hello'])
  })

  test('and another person has another one', async () => {
    await write(both)
    await write({ from: '96550000002', from_user_id: 'KW.2' })
    expect(await inbox.conversations()).toHaveLength(2)
  })

  test('and a delivered reply tells that the number and the id are the same person', async () => {
    await write({ from: number })
    const sent = await inbox.reply((await inbox.only()).id)
    const status = { id: wamid(), status: 'delivered', recipient_id: number, recipient_user_id: userId, timestamp: '1' }
    await phone.send(whatsAppCall(phone.account, { statuses: [{ ...status, biz_opaque_callback_data: sent.id }] }))
    await write(alone)
    expect(await inbox.only()).toMatchObject({ unread_count: 1, contact_phone: `+${number}` })
  })

  test('also if several people without a number write in one request', async () => {
    const hidden = (nth: number) => ({ from_user_id: `KW.${nth}`, from_parent_user_id: `KW.ENT.${nth}` })
    const message = (nth: number) => ({
      ...hidden(nth),
      id: wamid(),
      timestamp: String(second++),
      type: 'text',
      text: { body: `${nth}` },
    })
    const contact = (nth: number) => ({
      profile: { name: `N${nth}` },
      user_id: `KW.${nth}`,
      parent_user_id: `KW.ENT.${nth}`,
    })
    const call = whatsAppCall(phone.account, {
      contacts: [contact(2), contact(1)],
      messages: [message(1), message(2), message(1)],
    })
    expect(await phone.send(call)).toMatchObject({ status: 200, body: { received: 3 } })
    const found = await inbox.conversations()
    expect(new Set(found.map(({ contact_name, unread_count }) => `${contact_name} ${unread_count}`))).toEqual(
      new Set(['N1 2', 'N2 1']),
    )
  })

  test('but not two whom the store has as different customers', async () => {
    await write({ from: number })
    await write(alone)
    for (const [nth, { id }] of (await inbox.conversations()).entries()) {
      const { id: customer_id } = await shop.addCustomer({ name: `Customer ${nth}`, phone: `+9655555555${nth}` })
      await shop.owner.patch(`/api/inbox/conversations/${id}`, { customer_id })
    }
    await write(both, 'Which of us am I?')
    const found = await Promise.all((await inbox.conversations()).map(({ id }) => inbox.get(id)))
    expect(new Set(found.map(({ messages }) => messages.length))).toEqual(new Set([1, 2]))
    // The user id says who writes; the number is theirs from now on.
    expect(found.find(({ messages }) => messages.length === 2)).toMatchObject({ contact_phone: `+${number}` })
  })

  test('also with what the merchant writes to the id on the phone', async () => {
    await write(both)
    const echo = { from: '96522280000', to_user_id: userId, id: wamid(), timestamp: String(second++) }
    await phone.send(
      whatsAppCall(phone.account, { message_echoes: [{ ...echo, type: 'text', text: { body: 'Yes' } }] }),
    )
    expect(await inbox.only()).toMatchObject({ unread_count: 0, last_message_kind: 'reply' })
  })
})

describe('a reply goes out in the field of its identifier', () => {
  test('a number as to, an id as recipient', async () => {
    await write(both)
    expect(await repliedTo()).toEqual({ to: number, recipient: undefined })
    await write(alone)
    expect(await repliedTo()).toEqual({ to: undefined, recipient: userId })
    await write(both)
    expect(await repliedTo()).toEqual({ to: number, recipient: undefined })
  })

  test('and an old message that arrives late changes nothing', async () => {
    const late = written(both)
    await write(alone)
    await phone.send(late)
    expect(await repliedTo()).toEqual({ to: undefined, recipient: userId })
  })
})

describe('a change of', () => {
  const next = { number: '96550000009', userId: 'KW.99999' }
  const changed = (to: { wa_id?: string; user_id?: string }, person?: Person, more = {}) =>
    phone.send(system({ body: 'User Amal changed from A to B', type: 'user_changed_number', ...to, ...more }, person))

  test('number is followed: same conversation, new number, and no answer is awaited', async () => {
    await write(both)
    const { id } = await inbox.only()
    await shop.owner.patch(`/api/inbox/conversations/${id}`, { status: 'closed', read: true })
    await inbox.reply(id)
    await changed({ wa_id: next.number, user_id: next.userId }, { from: number }, { previous_user_id: userId })
    expect(await inbox.only()).toMatchObject({
      id,
      status: 'closed',
      unread_count: 0,
      waiting_since: null,
      contact_phone: `+${next.number}`,
      messages: [{ kind: 'reply' }, { kind: 'note', body: 'User Amal changed from A to B' }, { kind: 'message' }],
    })
    expect(await repliedTo()).toEqual({ to: next.number, recipient: undefined })
    await write({ from: next.number, from_user_id: next.userId })
    await write({ from_user_id: next.userId })
    expect(await inbox.only()).toMatchObject({ id, unread_count: 2 })
  })

  test('user id is followed, without a number', async () => {
    await write(both)
    await phone.send(
      system({ body: 'Changed', type: 'user_changed_user_id', user_id: next.userId, previous_user_id: userId }),
    )
    expect(await repliedTo()).toEqual({ to: undefined, recipient: next.userId })
    await write({ from_user_id: next.userId })
    expect(await inbox.only()).toMatchObject({ unread_count: 1, waiting_since: expect.any(String) })
  })

  test('number leaves the old one to whoever gets it next', async () => {
    await write(both)
    await changed({ wa_id: next.number, user_id: next.userId }, { from: number }, { previous_user_id: userId })
    await write({ from: number, from_user_id: 'KW.77' }, 'I am somebody else')
    const found = await inbox.conversations()
    expect(new Set(found.map(({ contact_phone }) => contact_phone))).toEqual(new Set([`+${next.number}`, `+${number}`]))
    for (const { id } of found) await inbox.reply(id)
    const calls = await otherSide(phone.access_token).calls()
    expect(new Set(calls.map(({ body }) => body['to']))).toEqual(new Set([next.number, number]))
  })

  test('number is not undone by a message and a status from before it that arrive later', async () => {
    await write(both)
    const sent = await inbox.reply((await inbox.only()).id)
    const [late, at] = [written(both, 'Sent before the change'), second++]
    await asOwner`update messages set sent_at = to_timestamp(${at}) where id = ${sent.id}`
    await changed({ wa_id: next.number, user_id: next.userId }, { from: number }, { previous_user_id: userId })
    await phone.send(late)
    const status = { id: wamid(), status: 'read', timestamp: String(at), biz_opaque_callback_data: sent.id }
    const call = { statuses: [{ ...status, recipient_id: number, recipient_user_id: userId }] }
    await phone.send(whatsAppCall(phone.account, call))
    expect(await inbox.only()).toMatchObject({ unread_count: 1, contact_phone: `+${next.number}` })
    expect(await repliedTo()).toEqual({ to: next.number, recipient: undefined })
    await write({ from: number, from_user_id: 'KW.77' }, 'I am somebody else')
    expect(await inbox.conversations()).toHaveLength(2)
  })

  test('number to one that somebody else had before leaves their conversation alone', async () => {
    await write({ from: next.number, from_user_id: 'KW.5' }, 'My secret')
    await write(both)
    await changed({ wa_id: next.number, user_id: next.userId }, { from: number }, { previous_user_id: userId })
    await write({ from: next.number, from_user_id: next.userId }, 'My new number')
    const found = await Promise.all((await inbox.conversations()).map(({ id }) => inbox.get(id)))
    const texts = found.map(({ messages }) => messages.map(({ body }) => body))
    expect(texts.toSorted((a, b) => a.length - b.length)).toEqual([
      ['My secret'],
      ['My new number', 'User Amal changed from A to B', 'Hello'],
    ])
  })

  test('number alone, to one that somebody else had, notes it in the right conversation', async () => {
    await write({ from: next.number, from_user_id: 'KW.5' }, 'My secret')
    await write({ from: number })
    await changed({ wa_id: next.number }, { from: number })
    await write({ from: next.number }, 'My new number')
    const found = await Promise.all((await inbox.conversations()).map(({ id }) => inbox.get(id)))
    expect(new Set(found.map(({ messages }) => messages.map(({ body }) => body).join()))).toEqual(
      new Set(['My secret', 'My new number,User Amal changed from A to B,Hello']),
    )
  })

  test('user id without a word of it leaves the old one behind', async () => {
    await write(both)
    await write({ from: number, from_user_id: next.userId })
    expect(await inbox.only()).toMatchObject({ unread_count: 2 })
    await write(alone, 'Whose am I?')
    expect(await inbox.conversations()).toHaveLength(2)
  })

  test('number alone, to one whose conversation becomes part of it, is noted there', async () => {
    await write({ from: next.number }, 'One')
    await write({ from: next.number }, 'Two')
    await write(both)
    await changed({ wa_id: next.number, user_id: userId }, { from: number })
    expect(await inbox.only()).toMatchObject({ unread_count: 3, contact_phone: `+${next.number}` })
    expect(await repliedTo()).toEqual({ to: next.number, recipient: undefined })
  })

  test('number that arrives late joins the conversation that the new number has', async () => {
    await write(both)
    const late = system({ body: 'Changed', type: 'user_changed_number', wa_id: next.number }, { from: number })
    await write({ from: next.number }, 'My new number')
    await phone.send(late)
    expect(await inbox.only()).toMatchObject({ unread_count: 2, contact_phone: `+${next.number}` })
  })

  test('number twice, and the first is repeated: the second one counts', async () => {
    await write(both)
    const first = system({ body: 'One', type: 'user_changed_number', wa_id: next.number }, { from: number })
    await phone.send(first)
    await changed({ wa_id: '96550000010' }, { from: next.number })
    await phone.send(first)
    expect(await repliedTo()).toEqual({ to: '96550000010', recipient: undefined })
  })
})

test('text that cannot be stored, wherever it is in what cannot be read, keeps the rest', async () => {
  const odd = { [`na\0me`]: '\ud800', long: `${'x'.repeat(19_950)}${'😀'.repeat(60)}` }
  const call = whatsAppCall(phone.account, {
    messages: [
      { ...both, id: wamid(), timestamp: '1780000000000000', type: 'hologram', hologram: odd },
      { ...both, id: wamid(), timestamp: String(second++), type: 'text', text: { body: 'Hello' } },
    ],
  })
  const [entry] = call.entry
  const broken = { ...call, entry: [null, { changes: [null, {}, ...(entry?.changes ?? [])] }] }
  expect(await phone.send(broken)).toMatchObject({ status: 200, body: { received: 2 } })
  expect((await inbox.only()).messages).toHaveLength(2)
})

test('a message without any sender is kept and listed', async () => {
  for (const from of [undefined, null, '', 5])
    expect(
      await phone.send(
        whatsAppCall(phone.account, {
          contacts: [],
          messages: [{ from, id: wamid(), timestamp: String(second++), type: 'text', text: { body: 'Who am I?' } }],
        }),
      ),
    ).toMatchObject({ status: 200, body: { received: 1 } })
  expect(await inbox.only()).toMatchObject({ unread_count: 4, contact_phone: null })
})
