import { expect, test } from 'vitest'
import { service } from '../support/service.ts'
import { expectProblem, openShop } from '../support/shop.ts'

// 200 KB each: a page of 60 is more than Neon answers with, a page of 10 is not.
const variants = Array.from({ length: 100 }, (_, nth) => ({
  options: Object.fromEntries(Array.from({ length: 5 }, (__, at) => [`part ${at}`, `${nth} ${'ط'.repeat(180)}`])),
}))

test('a page too large to send is refused with what to do, and a smaller one comes', async () => {
  const { owner } = await openShop({ through: service() })
  for (let nth = 0; nth < 60; nth++) {
    const answer = await owner.post('/api/products', { title: `Scarf ${nth}`, price: 10, variants })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  }
  const problem = expectProblem(await owner.get('/api/products?limit=100'), 422, 'answer_too_large')
  expect(problem.detail).toContain('smaller limit')
  expect(await owner.get('/api/products?limit=10')).toMatchObject({ status: 200, body: { meta: { total: 60 } } })
})
