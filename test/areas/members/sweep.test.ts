import { expect, test } from 'vitest'
import { sweep } from '../../support/sweep.ts'
import { openScratch } from '../../support/scratch.ts'
import { openShop } from '../../support/shop.ts'
import { newAddress, send } from './invitee.ts'

test('an unused invitation is deleted 30 days after it expires', async () => {
  const { sql, service, variables } = await openScratch()
  const shop = await openShop({ through: service(), sql })
  const [old, late, fresh] = [
    await send(shop, { email: newAddress(), role: 'staff' }),
    await send(shop, { email: newAddress(), role: 'staff' }),
    await send(shop, { email: newAddress(), role: 'staff' }),
  ]
  await sql`update store_invitations set expires_at = now() - interval '30 days 1 minute' where id = ${old.id}`
  await sql`update store_invitations set expires_at = now() - interval '29 days' where id = ${late.id}`
  await sweep(variables())
  expect((await sql`select id from store_invitations order by id`).map(({ id }) => id)).toEqual([late.id, fresh.id])
})
