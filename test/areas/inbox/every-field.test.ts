import { expect, test } from 'vitest'
import { z } from 'zod'
import { ChannelWithSecret } from '../../../src/areas/inbox/channels/channel.ts'
import { NewChannel } from '../../../src/areas/inbox/channels/channel-fields.ts'
import { updateChannel } from '../../../src/areas/inbox/channels/update-channel.ts'
import { Message } from '../../../src/areas/inbox/conversations/message.ts'
import { sendMessage } from '../../../src/areas/inbox/conversations/send-message.ts'
import { updateConversation } from '../../../src/areas/inbox/conversations/update-conversation.ts'
import { unfilledFields } from '../../support/fields.ts'
import { hubSignature, inboxOf, metaSecrets, post, whatsAppMessage } from '../../support/inbox.ts'
import { onLoopback, otherSide } from '../../support/outside/outside.ts'
import { service } from '../../support/service.ts'
import { expectBody, openShop, userId } from '../../support/shop.ts'

// Every field of an input is sent filled and read back, so that none is accepted and then silently dropped. A new field
// fails these tests until a value is added here.

const meta = (account_id: string) => ({ name: 'Shop', account_id, ...metaSecrets() })

const samples = {
  web_form: { name: 'Contact us' },
  webhook: { name: 'Till', send_url: 'https://till.shop.kw/replies' },
  email: {
    name: 'Help',
    account_id: 'help@shop.kw',
    from_name: 'The shop',
    send_url: 'https://mail.shop.kw/send',
  },
  whatsapp: meta('106540352242922'),
  messenger: meta('1234567890'),
  instagram: meta('17841400000000000'),
}

const changes = {
  web_form: { name: 'Write to us' },
  webhook: { name: 'Second till', send_url: 'https://till.shop.kw/other' },
  email: { name: 'Support', from_name: 'The new shop', send_url: 'https://mail.shop.kw/other' },
  whatsapp: { name: 'New number', ...metaSecrets() },
  messenger: { name: 'New page', ...metaSecrets() },
  instagram: { name: 'New account', ...metaSecrets() },
}

/** A channel shows the names of its credentials, never their values. */
function shown({ access_token, app_secret, verify_token, ...fields }: Record<string, unknown>) {
  const names = Object.entries({ access_token, app_secret, verify_token }).flatMap(([name, value]) =>
    value ? [name] : [],
  )
  return { ...fields, ...(names.length > 0 && { credentials: names }) }
}

test('every field of a channel is stored and can be changed, for each kind', async () => {
  const { owner } = await openShop()
  const changeable = updateChannel.input.omit({ channel_id: true, expected_version: true })
  expect(unfilledFields(changeable, ...Object.values(changes))).toEqual([])
  for (const option of NewChannel.options) {
    const kind = option.shape.kind.value
    const sample = { kind, ...samples[kind] }
    expect(unfilledFields(option, sample), kind).toEqual([])
    const { id } = expectBody(await owner.post('/api/inbox/channels', sample), 201, ChannelWithSecret)
    expect((await owner.get(`/api/inbox/channels/${id}`)).body).toMatchObject(shown(sample))
    expect((await owner.patch(`/api/inbox/channels/${id}`, changes[kind])).status, kind).toBe(200)
    expect((await owner.get(`/api/inbox/channels/${id}`)).body).toMatchObject(shown({ kind, ...changes[kind] }))
  }
})

test('the credentials of a channel are used, at first and after a change', async () => {
  const shop = await openShop()
  const inbox = inboxOf(shop)
  const { id, account, ...first } = await inbox.addMeta('whatsapp')
  const uses = async ({ access_token, app_secret, verify_token }: ReturnType<typeof metaSecrets>) => {
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': verify_token,
      'hub.challenge': '1158201444',
    })
    expect((await shop.through.fetch(`/api/inbox/hooks/${id}?${query.toString()}`)).status).toBe(200)
    const body = JSON.stringify(whatsAppMessage(account))
    const signature = await hubSignature(app_secret, body)
    expect(await post(shop.through, id, body, { 'X-Hub-Signature-256': signature })).toMatchObject({ status: 200 })
    await inbox.reply((await inbox.only()).id)
    const [call] = await otherSide(access_token).calls()
    expect(call?.headers['authorization']).toBe(`Bearer ${access_token}`)
  }
  await uses(first)
  const second = metaSecrets()
  expect((await shop.owner.patch(`/api/inbox/channels/${id}`, second)).status).toBe(200)
  await uses(second)
})

test('every field of a conversation can be changed', async () => {
  const shop = await openShop()
  const inbox = inboxOf(shop)
  const channel = await inbox.addWebhook()
  await channel.receive({ from: { name: 'Basma', email: 'basma@kuwait.test' } })
  const { id, ...before } = await inbox.only()
  const change = {
    status: 'snoozed',
    snoozed_until: new Date(Date.now() + 3_600_000).toISOString(),
    assignee_id: await userId(shop.owner),
    tags: ['delivery'],
    customer_id: (await shop.addCustomer()).id,
    order_ids: [(await shop.addOrder()).id],
    read: true,
  }
  const changeable = updateConversation.input.omit({ conversation_id: true, expected_version: true })
  expect(unfilledFields(changeable, change)).toEqual([])
  expect(before).toMatchObject({ status: 'open', assignee_id: null, tags: [], customer_id: null, unread_count: 1 })
  expect((await shop.owner.patch(`/api/inbox/conversations/${id}`, change)).status).toBe(200)
  const { read: _read, ...stored } = change
  expect(await inbox.get(id)).toMatchObject({ ...stored, unread_count: 0 })
})

test('every field of a reply and of a note is stored', async () => {
  const shop = await openShop({ through: service(undefined, onLoopback) })
  const inbox = inboxOf(shop)
  const channel = await inbox.addWebhook({ send_url: otherSide(`till-${crypto.randomUUID()}`).sendUrl })
  await channel.receive()
  const { id } = await inbox.only()
  const messages = [
    { kind: 'reply', body: 'We deliver tomorrow' },
    { kind: 'note', body: 'She prefers the evening' },
  ]
  expect(unfilledFields(sendMessage.input.omit({ conversation_id: true }), ...messages)).toEqual([])
  const List = z.object({ data: z.array(Message) })
  for (const message of messages)
    expect((await shop.owner.post(`/api/inbox/conversations/${id}/messages`, message)).status).toBe(201)
  const { data } = expectBody(await shop.owner.get(`/api/inbox/conversations/${id}/messages`), 200, List)
  expect(data).toMatchObject([messages[1], messages[0], { kind: 'message' }])
})
