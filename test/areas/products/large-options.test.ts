import { expect, test } from 'vitest'
import { failuresOf, jsonl, sent, types } from '../../platform/transfer/files.ts'
import { service } from '../../support/service.ts'
import { expectProblem, openShop, pointersOf } from '../../support/shop.ts'

const noise = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => String.fromCharCode(97 + (byte % 26))).join('')

/** Each has the maximum length, and all together are too large for the index. */
const tooLong = Object.fromEntries(Array.from({ length: 10 }, () => [noise(100), noise(200)]))

const product = (options: Record<string, string>, title = 'Scarf') => ({ title, price: 10, variants: [{ options }] })

test('options that are too long together are rejected', async () => {
  const { owner } = await openShop({ through: service() })
  const problem = expectProblem(await owner.post('/api/products', product(tooLong)), 422, 'invalid_input')
  expect(pointersOf(problem)).toEqual(['/variants/0/options'])
  expect(problem.errors[0]?.detail).toContain('2,000 bytes')
})

test('long options that fit are accepted, in any script', async () => {
  const { owner } = await openShop({ through: service() })
  const fitting = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${at}${noise(99)}`, 'ط'.repeat(100)]))
  const answer = await owner.post('/api/products', product(fitting))
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
})

test('in an import, only their own row fails', async () => {
  const { owner } = await openShop({ through: service() })
  const report = await sent(owner, 'products', jsonl(product(tooLong, 'Long'), product({ size: 'L' })), {
    type: types.jsonl,
  })
  expect(report).toMatchObject({ created: 1, failed: 1 })
  expect(failuresOf(report).map(([at]) => at)).toEqual(['/variants/0/options'])
})
