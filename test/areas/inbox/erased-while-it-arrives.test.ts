import { beforeEach, expect, test } from 'vitest'
import { inboxOf, wamid, whatsAppMessage } from '../../support/inbox.ts'
import { holding, isHeld } from '../../support/locks.ts'
import { whatsAppCall } from '../../support/meta-calls.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { tracesOf } from '../customers/traces.ts'

// A conversation of an anonymized customer is erased in portions (app.forget_conversation), while its messages still arrive.

let shop: Shop
let inbox: ReturnType<typeof inboxOf>
let phone: Awaited<ReturnType<typeof inbox.addMeta>>
beforeEach(async () => {
  shop = await openShop()
  inbox = inboxOf(shop)
  phone = await inbox.addMeta('whatsapp')
})

const id = wamid()
const from = '96550000001'
const seconds = Math.floor(Date.now() / 1000)
const told = 'Quibbleworth'

const write = (message: object) => whatsAppMessage(phone.account, { ...message }, told, from)
const original = () => write({ id, timestamp: String(seconds - 60), text: { body: `${told} in M?` } })
const send = async (call: unknown) => expect(await phone.send(call)).toMatchObject({ status: 200 })

const change = (type: 'edit' | 'revoke', original_message_id: string, more = {}) =>
  send(
    whatsAppCall(phone.account, {
      messages: [
        { from, id: wamid(), timestamp: String(seconds - 50), type, [type]: { original_message_id, ...more } },
      ],
    }),
  )
const edit = (of: string, body: string) => change('edit', of, { message: { type: 'text', text: { body } } })

/** Erases so many of its messages, the newest first, and all else of it. */
const erase = (conversation: string, messages: number) => asOwner`
  select app.forget_conversation(jsonb_populate_record(null::erasures, ${JSON.stringify({
    store_id: shop.store.id,
    subjects: [conversation],
    customers: [],
    words: [],
    tails: [],
    position: [],
  })}::jsonb), ${messages}::int), set_config('application_name', ${conversation}, true)`

const empty = { status: 'closed', unread_count: 0, waiting_since: null, contact_name: null, last_message_preview: '' }

test('a message whose edit came first, while its conversation is erased, is not put back into it', async () => {
  await edit(id, `${told} in L?`)
  const conversation = await inbox.only()
  const isWaiting = 'exists (select from pg_locks l where pg_backend_pid() = any (pg_blocking_pids(l.pid)))'
  await Promise.all([
    holding(erase(conversation.id, 10), isWaiting),
    isHeld(conversation.id).then(() => send(original())),
  ])
  const erased = await inbox.get(conversation.id)
  expect(erased).toMatchObject({ ...empty, messages: [{ type: 'deleted', body: '', previous: [] }] })
  // As one that comes after it.
  const [opened, ...others] = await inbox.conversations('?status=open')
  expect(opened).toMatchObject({ unread_count: 1, last_message_preview: `${told} in M?` })
  expect(others).toEqual([])
})

test('what arrives for messages that are still to be erased shows in no list and opens nothing', async () => {
  const other = wamid()
  await edit(other, `${told} in L?`)
  await change('revoke', id)
  const conversation = await inbox.only()
  await inbox.say(conversation.id, 'Call her', 'note')
  await erase(conversation.id, 1)
  await edit(other, `${told} in XL?`)
  await send(original())
  expect(await inbox.only()).toMatchObject({ ...empty, contact_phone: null })
  await erase(conversation.id, 10)
  expect(await tracesOf(shop.store.id, [told])).toEqual([])
})
