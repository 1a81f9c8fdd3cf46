import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { twoStores } from '../isolation/two-stores.ts'
import { snapshot } from '../isolation/snapshot.ts'
import { type Answer, service } from '../support/service.ts'
import { asOwner } from '../support/sql.ts'

/** fast-check prints the seed on failure. Change it to generate other requests. */
const seed = 20_261_121

export type Attempt = { method: string; path: string; headers: [string, string][]; body?: string }

const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().min(1),
  code: z.string().min(1),
  request_id: z.string().min(1),
})

/** The number of requests that are sent at once. */
const concurrency = 20

/** Two shops: the owner of the first sends generated requests, which must not affect the second. */
export async function attacker() {
  // Silence the log line of each request.
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const two = await twoStores({ through: service(), sql: asOwner })
  const before = await snapshot(two.theirs.store.id)
  const statuses = new Map<number, number>()
  const through = service()

  function check({ method, path, headers, body }: Attempt, answer: Answer) {
    const describeAttempt = () => JSON.stringify({ method, path, headers, body, answer: answer.body }).slice(0, 4000)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (answer.status >= 500) throw new Error(`${answer.status}: ${describeAttempt()}`)
    if (answer.status >= 400) {
      expect(answer.headers.get('Content-Type'), describeAttempt()).toBe('application/problem+json')
      expect(Problem.safeParse(answer.body).success, describeAttempt()).toBe(true)
    }
    expect(answer.headers.get('X-Request-Id'), describeAttempt()).toBeTruthy()
    const text = JSON.stringify(answer.body)
    expect(text.includes(two.secret) || text.includes(two.theirs.store.id), describeAttempt()).toBe(false)
  }

  /** Sends `count` generated requests, several at a time. None may fail with 5xx, and each 4xx must be a problem document. */
  async function assault(attempts: fc.Arbitrary<Attempt>, count: number, token = two.mine.owner.token) {
    await fc.assert(
      fc.asyncProperty(fc.array(attempts, { minLength: concurrency, maxLength: concurrency }), async (batch) => {
        await Promise.all(
          batch.map(async (attempt) => {
            const { method, path, headers, body } = attempt
            const init = { method, headers: [['Authorization', `Bearer ${token}`] as [string, string], ...headers] }
            check(attempt, await through.fetch(path, body === undefined ? init : { ...init, body }))
          }),
        )
      }),
      { numRuns: Math.ceil(count / concurrency), seed, endOnFailure: true },
    )
  }

  async function expectTheirsUntouched() {
    expect(await snapshot(two.theirs.store.id)).toEqual(before)
  }

  return { ...two, assault, statuses, expectTheirsUntouched }
}

export type Attacker = Awaited<ReturnType<typeof attacker>>
