import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { refusal } from '../../../src/platform/operation/refusals.ts'
import { expectProblem, openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

test('no fact replaces a member that every answer has', () => {
  // @ts-expect-error: title is a member of the answer
  refusal('conflict', { title: z.string() }, ({ title }) => title)
  // @ts-expect-error: pointer is a member of the problem
  refusal('conflict', { pointer: z.string() }, 'Taken.', { problem: 'duplicate' })
  // @ts-expect-error: so is detail
  refusal('conflict', { name: z.string() }, 'Taken.', { members: ({ name }) => ({ detail: name }) })
  // @ts-expect-error: and type one of the answer
  refusal('conflict', { name: z.string() }, 'Taken.', { extra: ({ name }) => ({ type: name }) })
  expect(refusal('conflict', { title: z.string() }, ({ title }) => title, { members: () => ({}) }).code).toBe(
    'conflict',
  )
})

test('prices out of range keep the title of the error', async () => {
  await shop.addProduct({ title: 'Scarf', price: 5, tags: ['silk'] })
  const answer = await shop.owner.post('/api/products/prices', { tag: 'silk', amount: -6 })
  const problem = expectProblem(answer, 422, 'invalid_input')
  expect(problem).toMatchObject({ title: 'Invalid input', product: 'Scarf', rows: 1 })
  expect(problem.errors).toMatchObject([{ code: 'price_out_of_range', product: 'Scarf' }])
})

test('events that only managers see keep the type of the error', async () => {
  const clerk = await shop.hire('staff')
  const answer = await clerk.get('/api/events?types=member.invited')
  expect(expectProblem(answer, 403, 'forbidden')).toMatchObject({
    type: 'https://commerce.test/docs/errors#forbidden',
    event_type: 'member.invited',
  })
})
