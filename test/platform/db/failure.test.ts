import { expect, test } from 'vitest'
import { failureOf } from '../../../src/platform/db/failure.ts'

test('a response that times out while it is read is a transient failure', async () => {
  const signal = AbortSignal.timeout(1)
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  expect(failureOf(signal.reason)).toMatchObject({ kind: 'transient' })
})

test('a bug in the service is not a database failure', () => {
  expect(failureOf(new TypeError('x is not a function'))).toBeNull()
})
