import { afterEach, expect, test, vi } from 'vitest'
import { watchLog } from '../../support/run/log.ts'
import { openScratch } from '../../support/scratch.ts'
import { expectProblem, openShop } from '../../support/shop.ts'

afterEach(() => void vi.restoreAllMocks())

test('an unexpected constraint violation is a conflict, and the log names the constraint', async () => {
  const scratch = await openScratch()
  const { owner } = await openShop({ through: scratch.service() })
  await scratch.sql.query(`alter table customers add constraint customers_not_zoe check (name <> 'Zoe')`)
  const { lines } = watchLog()

  const problem = expectProblem(
    await owner.post('/api/customers', { name: 'Zoe' }, { 'X-Request-Id': 'zoe' }),
    409,
    'conflict',
  )

  expect(problem.detail).not.toContain('customers_not_zoe')
  expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual({
    level: 'error',
    message: 'constraint violation',
    request_id: 'zoe',
    constraint: 'customers_not_zoe',
    sql_state: '23514',
  })
})
