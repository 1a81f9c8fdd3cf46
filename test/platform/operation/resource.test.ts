import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventTypesOf } from '../../support/events.ts'
import { holding, isHeld, sessionBehind, twoWait } from '../../support/locks.ts'
import { type Client, expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'

const Made = z.looseObject({ id: z.string() })

const pages = { table: 'storefront_pages', base: '/api/storefront/pages', made: { title: 'About' } }
const webhooks = {
  table: 'webhooks',
  base: '/api/webhooks',
  made: { url: 'https://hooks.shop.kw/a', events: ['order.*'] },
}
const channels = { table: 'channels', base: '/api/inbox/channels', made: { kind: 'webhook', name: 'Chat' } }

test.for([
  ['a page', { ...pages, change: ({ patch }: Client, path: string) => patch(path, { title: 'Who we are' }) }],
  ['a webhook', { ...webhooks, change: ({ patch }: Client, path: string) => patch(path, { description: 'Mine' }) }],
  [
    'the secret of a webhook',
    { ...webhooks, change: ({ post }: Client, path: string) => post(`${path}/rotate-secret`, {}) },
  ],
  ['a channel', { ...channels, change: ({ patch }: Client, path: string) => patch(path, { name: 'Support' }) }],
  [
    'the secret of a channel',
    { ...channels, change: ({ post }: Client, path: string) => post(`${path}/rotate-secret`, {}) },
  ],
] as const)('%s is not changed if another request deletes it first', async ([, { table, base, made, change }]) => {
  const { owner } = await openShop()
  const { id } = expectBody(await owner.post(base, made), 201, Made)
  // A lock on its row makes both requests start before one can finish.
  const lock = asOwner.query(
    `select set_config('application_name', $1, true) from ${table} where id::text = $1 for update`,
    [id],
  )
  const [, deleted, changed] = await Promise.all([
    holding(lock, twoWait),
    isHeld(id).then(() => owner.delete(`${base}/${id}`)),
    sessionBehind(id).then(() => change(owner, `${base}/${id}`)),
  ])
  expect(deleted.status).toBe(204)
  expectProblem(changed, 404, 'not_found')
  expect((await eventTypesOf(id)).at(-1)).toMatch(/\.(deleted|removed)$/)
})
