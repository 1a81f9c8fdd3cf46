import { describe, expect, test } from 'vitest'
import { openScratch } from '../../support/scratch.ts'
import { expectProblem, openShop } from '../../support/shop.ts'

async function tenScarves() {
  const { sql, service } = await openScratch()
  const { owner, addProduct } = await openShop({ through: service() })
  const { id, variants } = await addProduct({ variants: [{ on_hand: 10 }] })
  const variant_id = variants[0]?.id
  const adjust = (change: Record<string, unknown>) =>
    owner.post('/api/inventory/adjust', { variant_id, reason: 'counted', ...change })

  /** All begin before the first ends: until the lock is released, none can record its movement. */
  async function together(count: number, change: (index: number) => Record<string, unknown>) {
    const held = sql.transaction([sql`lock table inventory_movements in share mode`, sql`select pg_sleep(0.5)`])
    await scheduler.wait(100)
    const answers = await Promise.all(Array.from({ length: count }, (_, index) => adjust(change(index))))
    await held
    return answers
  }

  return { together, read: () => owner.get(`/api/products/${id}`) }
}

describe('concurrent changes of the same stock', () => {
  test('of twenty requests that expect ten units, one succeeds and the others get the current stock', async () => {
    const { together, read } = await tenScarves()
    const answers = await together(20, (index) => ({ set: 100 + index, expected: 10 }))
    const won = answers.flatMap(({ status }, index) => (status === 200 ? [100 + index] : []))
    expect(won).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      const problem = expectProblem(answer, 409, 'version_conflict')
      expect(problem['on_hand']).toBe(won[0])
    }
    expect(await read()).toMatchObject({ body: { variants: [{ on_hand: won[0] }] } })
  })

  test('twenty requests that each add one unit add twenty', async () => {
    const { together, read } = await tenScarves()
    for (const { status } of await together(20, () => ({ delta: 1 }))) expect(status).toBe(200)
    expect(await read()).toMatchObject({ body: { variants: [{ on_hand: 30 }] } })
  })

  test('of twenty requests that each remove one of ten units, ten succeed', async () => {
    const { together, read } = await tenScarves()
    const answers = await together(20, () => ({ delta: -1 }))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 409, 'insufficient_stock')
    expect(await read()).toMatchObject({ body: { variants: [{ on_hand: 0 }] } })
  })
})
