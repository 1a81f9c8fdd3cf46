import { expect, test } from 'vitest'
import { failureOf } from '../../src/db/failure.ts'

test('an attempt whose answer took too long to read may be repeated', async () => {
  const signal = AbortSignal.timeout(1)
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  expect(failureOf(signal.reason)).toMatchObject({ kind: 'transient' })
})

test('a fault in our own code is no failure of the database', () => {
  expect(failureOf(new TypeError('x is not a function'))).toBeNull()
})
