import { beforeAll, expect, test } from 'vitest'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { serverOf } from '../../support/callers/keys.ts'
import { inboxOf, whatsAppMessage } from '../../support/inbox.ts'
import { expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

let shop: Shop
let inbox: ReturnType<typeof inboxOf>

// Amal and Basma write through two tills, Dana by WhatsApp. Only Basma has an answer.
beforeAll(async () => {
  shop = await openShop()
  inbox = inboxOf(shop)
  for (const [name, phone] of [
    ['Amal', '+965 5000 0001'],
    ['Basma', '+965 5000 0002'],
  ]) {
    const till = await inbox.addWebhook()
    await till.receive({ from: { name, phone }, body: 'Is the scarf in stock?' })
  }
  const whatsApp = await inbox.addMeta('whatsapp')
  const message = { text: { body: 'Is the scarf warm?' } }
  expect(await whatsApp.send(whatsAppMessage(whatsApp.account, message, 'Dana', '96550000003'))).toMatchObject({
    status: 200,
  })
  // As a reply leaves it.
  await asOwner`update conversations set waiting_since = null, unread_count = 0
    where store_id = ${shop.store.id} and contact_name = 'Basma'`
})

const names = async (query: string) =>
  (await inbox.conversations(query))
    .map(({ contact_name }) => String(contact_name))
    .toSorted((a, b) => (a < b ? -1 : 1))

test.for([
  ['waiting=true', ['Amal', 'Dana']],
  ['waiting=false', ['Basma']],
  ['channel=webhook', ['Amal', 'Basma']],
  ['channel=whatsapp', ['Dana']],
  ['channel=instagram', []],
  ['channel=webhook&waiting=true', ['Amal']],
  ['channel=webhook&status=open&unread=true&assignee=none', ['Amal']],
] as const)('%s lists %s, with a search too', async ([query, expected]) => {
  expect(await names(`?${query}`)).toEqual(expected)
  expect(await names(`?${query}&search=scarf`)).toEqual(expected)
  // Of one letter, only the names are searched.
  expect(await names(`?${query}&search=a`)).toEqual(expected)
})

test('a filter finds its conversations among many that a search or tag matches', async () => {
  const busy = await openShop()
  const books = inboxOf(busy)
  const till = await books.addWebhook()
  // Statistics that do not know the store yet: what they say of it must not decide how often something is read.
  await asOwner`analyze conversations, messages`
  // More than a search counts. Only the last of them wait for an answer.
  await asOwner`
    insert into conversations (store_id, id, channel_id, thread_key, contact_name, tags, waiting_since)
    select ${busy.store.id}, uuidv7(), ${till.id}, 'many-' || n, 'Huda ' || n, array['delivery'],
           case when n > 1400 then now() end
      from generate_series(1, 1410) as n`
  for (const query of ['tag=delivery', 'search=delivery', 'search=huda'])
    expect(await busy.owner.get(`/api/inbox/conversations?${query}&waiting=true`)).toMatchObject({
      body: { data: { length: 10 }, meta: { total: 10, total_is_capped: false } },
    })
})

test('a kind of channel is listed page by page, newest first', async () => {
  const { owner } = shop
  const first = await owner.get('/api/inbox/conversations?channel=webhook&limit=1')
  expect(first).toMatchObject({ status: 200, body: { data: [{ contact_name: 'Basma' }], meta: { total: 2 } } })
  expect(await names('?channel=webhook&limit=1&page=2')).toEqual(['Amal'])
  expectProblem(await owner.get('/api/inbox/conversations?channel=pigeon'), 422, 'invalid_input')
})

test('an assistant asks who waits for an answer on WhatsApp', async () => {
  const { token } = await tokenFor(shop)
  const asked = { channel: 'whatsapp', waiting: true }
  expect(answerOf(await post(callOf('list_conversations', asked), { token }))).toMatchObject({
    data: [{ contact_name: 'Dana', channel_kind: 'whatsapp' }],
    total: 1,
  })
})

test('an assistant whose search finds nothing reads what a search looks at', async () => {
  const { token } = await tokenFor(shop)
  const asked = (filters: object) => post(callOf('list_conversations', { ...filters }), { token })
  expect(answerOf(await asked({ search: 'xyzzy' }))).toMatchObject({
    total: 0,
    filters: { search: 'xyzzy' },
    hint: expect.stringContaining('channel filters'),
  })
  expect(answerOf(await asked({ channel: 'instagram' }))).not.toHaveProperty('hint')
})

test('whose conversations are listed as mine must be a person', async () => {
  const server = await serverOf(shop)
  const problem = expectProblem(await server.get('/api/inbox/conversations?assignee=me'), 422, 'invalid_input')
  expect(problem.errors).toMatchObject([
    { pointer: '/assignee', code: 'assignee_needs_person', detail: expect.stringContaining('user id of a member') },
  ])
  expect(await server.get('/api/inbox/conversations?assignee=none')).toMatchObject({ body: { meta: { total: 3 } } })
  await shop.owner.delete(`/api/keys/${server.id}`)
  expectProblem(await server.get('/api/inbox/conversations?assignee=me'), 401, 'invalid_token')

  const { token } = await tokenFor(shop)
  const asked = (assignee: string) => post(callOf('list_conversations', { assignee }), { token })
  expect(refusalOf(await asked('me'))).toMatchObject({
    errors: [{ pointer: '/assignee', code: 'assignee_needs_person' }],
  })
  expect(answerOf(await asked('none'))).toMatchObject({ total: 3 })
})
