import { expect, test } from 'vitest'
import { failuresOf, jsonl, sent, types } from '../transfer/files.ts'
import { service } from '../support/service.ts'
import { expectProblem, openShop, pointersOf } from '../support/shop.ts'

const noise = (length: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => String.fromCharCode(97 + (byte % 26))).join('')

/** Each as long as it may be, and more together than an index takes. */
const endless = Object.fromEntries(Array.from({ length: 10 }, () => [noise(100), noise(200)]))

const product = (options: Record<string, string>, title = 'Scarf') => ({ title, price: 10, variants: [{ options }] })

test('options that are too long together are told', async () => {
  const { owner } = await openShop({ through: service() })
  const problem = expectProblem(await owner.post('/api/products', product(endless)), 422, 'invalid_input')
  expect(pointersOf(problem)).toEqual(['/variants/0/options'])
  expect(problem.errors[0]?.detail).toContain('2,000 bytes')
})

test('options of many letters that fit are taken, in whatever script', async () => {
  const { owner } = await openShop({ through: service() })
  const fitting = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`${at}${noise(99)}`, 'ط'.repeat(100)]))
  const made = await owner.post('/api/products', product(fitting))
  expect(made.status, JSON.stringify(made.body)).toBe(201)
})

test('in an import they fail their own row', async () => {
  const { owner } = await openShop({ through: service() })
  const report = await sent(owner, 'products', jsonl(product(endless, 'Long'), product({ size: 'L' })), {
    type: types.jsonl,
  })
  expect(report).toMatchObject({ created: 1, failed: 1 })
  expect(failuresOf(report).map(([at]) => at)).toEqual(['/variants/0/options'])
})
