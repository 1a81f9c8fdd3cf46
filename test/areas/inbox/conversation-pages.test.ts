import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getConversation } from '../../../src/areas/inbox/conversations/get-conversation.ts'
import { listMessages } from '../../../src/areas/inbox/conversations/list-messages.ts'
import { inboxOf } from '../../support/inbox.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'

async function openWithMessages(count: number) {
  const shop = await openShop()
  const inbox = inboxOf(shop)
  const till = await inbox.addWebhook()
  const from = { name: 'Amal', phone: '+96550000101' }
  for (let nth = 1; nth <= count; nth++)
    await till.receive({ from, body: `Message ${nth}`, sent_at: new Date(Date.UTC(2026, 0, 1, 0, nth)).toISOString() })
  const [conversation] = await inbox.conversations()
  return { shop, id: conversation?.id ?? '' }
}

const pageOf = async ({ owner }: Shop, id: string, query = '') =>
  expectBody(await owner.get(`/api/inbox/conversations/${id}${query}`), 200, getConversation.output)

const bodies = ({ messages }: z.output<typeof getConversation.output>) => messages.map(({ body }) => body)

describe('a conversation', () => {
  test('has its latest messages, and older ones by cursor', async () => {
    const { shop, id } = await openWithMessages(5)
    const first = await pageOf(shop, id, '?limit=2')
    expect(bodies(first)).toEqual(['Message 5', 'Message 4'])
    expect(first.meta).toMatchObject({ page: 1, limit: 2, total: 5, total_is_capped: false, has_more: true })
    const second = await pageOf(shop, id, `?limit=2&cursor=${first.meta.next_cursor}`)
    expect(bodies(second)).toEqual(['Message 3', 'Message 2'])
    const last = await pageOf(shop, id, `?limit=2&cursor=${second.meta.next_cursor}`)
    expect(bodies(last)).toEqual(['Message 1'])
    expect(last.meta).toMatchObject({ page: null, has_more: false, next_cursor: null })
    const all = await pageOf(shop, id)
    expect(all.meta).toMatchObject({ limit: 20, has_more: false })
    const listed = await shop.owner.get(`/api/inbox/conversations/${id}/messages`)
    expect(expectBody(listed, 200, listMessages.output)).toEqual({ data: all.messages, meta: all.meta })
  })

  test('accepts only its own cursors, and a limit of 1 to 100', async () => {
    const { shop, id } = await openWithMessages(3)
    const other = await openWithMessages(3)
    const { meta } = await pageOf(other.shop, other.id, '?limit=1')
    for (const query of [`cursor=${meta.next_cursor}`, 'cursor=x', 'limit=0', 'limit=101', 'page=2'])
      expectProblem(await shop.owner.get(`/api/inbox/conversations/${id}?${query}`), 422, 'invalid_input')
    expectProblem(await shop.owner.get(`/api/inbox/conversations/${other.id}?limit=1`), 404, 'not_found')
  })
})
