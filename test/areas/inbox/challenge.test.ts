import { expect, test } from 'vitest'
import { inboxOf } from '../../support/inbox.ts'
import { service } from '../../support/service.ts'
import { expectProblem, openShop } from '../../support/shop.ts'

// Meta verifies /api/inbox/hooks/:channel_id once, before it posts there.

const ask = (id: string, parameters: Record<string, string>) =>
  service().fetch(`/api/inbox/hooks/${id}?${new URLSearchParams(parameters).toString()}`)

const verification = (token: string, challenge = '1158201444') => ({
  'hub.mode': 'subscribe',
  'hub.challenge': challenge,
  'hub.verify_token': token,
})

test.for(['whatsapp', 'instagram', 'messenger'] as const)('%s gets its challenge back unchanged', async (kind) => {
  const { id, verify_token } = await inboxOf(await openShop()).addMeta(kind)
  for (const challenge of ['1158201444', ' a+b&c=%20<script> ', 'قهوة\n🎁', '']) {
    const answer = await ask(id, verification(verify_token, challenge))
    expect(answer).toMatchObject({ status: 200, body: challenge })
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; ?charset=utf-8$/i)
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  }
})

test('a request without the verify token of the channel gets no challenge back', async () => {
  const inbox = inboxOf(await openShop())
  const { id, verify_token } = await inbox.addMeta('whatsapp')
  const other = await inbox.addMeta('messenger')
  for (const parameters of [
    verification(`${verify_token}x`),
    verification(verify_token.slice(1)),
    verification(''),
    verification(other.verify_token),
    { ...verification(verify_token), 'hub.mode': 'unsubscribe' },
    { 'hub.challenge': '1', 'hub.mode': 'subscribe' },
    { 'hub.verify_token': verify_token, 'hub.mode': 'subscribe' },
    {},
  ]) {
    const answer = await ask(id, parameters)
    expectProblem(answer, 403, 'forbidden')
    expect(JSON.stringify(answer.body)).not.toContain('1158201444')
  }
})

test('a channel that is not Meta’s accepts no verify token', async () => {
  const inbox = inboxOf(await openShop())
  const { id } = await inbox.addWebhook()
  for (const token of ['', 'undefined', 'null']) expectProblem(await ask(id, verification(token)), 403, 'forbidden')
})

test('an unknown or removed channel is not found', async () => {
  const shop = await openShop()
  const { id, verify_token } = await inboxOf(shop).addMeta('whatsapp')
  await shop.owner.delete(`/api/inbox/channels/${id}`)
  for (const unknown of [id, crypto.randomUUID(), 'none'])
    expectProblem(await ask(unknown, verification(verify_token)), 404, 'not_found')
})
