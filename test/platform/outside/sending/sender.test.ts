import { expect, test } from 'vitest'
import { type Sender, sendInOrder, workOf } from '../../../../src/platform/outside/sending/sender.ts'
import { sendDue } from '../../../../src/platform/outside/sending/send-due.ts'
import type { Outcome, Settlement } from '../../../../src/platform/outside/sending/outcome.ts'
import { settlementOf } from '../../../../src/platform/outside/sending/retry.ts'

type Parcel = { id: number; attempt: number }
type Options = {
  send?: Sender<Parcel, string>['send']
  settle?: (parcel: Parcel) => Promise<void>
}

const retries = { pausesSeconds: [10, 100], jitter: { min: 0.8, max: 1.2 }, maxPauseSeconds: 300 }
const sent: Outcome<string> = { kind: 'sent', receipt: 'ok' }
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A queue of parcels, with what was recorded of each and how many connections were open at once. */
function depot(queue: Parcel[], { send = async () => sent, settle = async () => {} }: Options = {}) {
  const settled = new Map<number, Settlement<string>>()
  const reports: string[] = []
  const open = { now: 0, max: 0 }
  const connected = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    open.now += 1
    open.max = Math.max(open.max, open.now)
    return work().finally(() => (open.now -= 1))
  }
  const sender: Sender<Parcel, string> = {
    name: 'parcel',
    logFields: ({ id }) => ({ id }),
    attemptOf: ({ attempt }) => attempt,
    claim: (limit) =>
      connected(async () => {
        await sleep(1)
        return queue.splice(0, limit)
      }),
    send: (parcel) => connected(() => send(parcel)),
    settle: (parcel, settlement) =>
      connected(async () => {
        await settle(parcel)
        settled.set(parcel.id, settlement)
        return null
      }),
    retries,
    report: (_level, message) => void reports.push(message),
  }
  return { sender, settled, reports, open }
}

const parcels = (count: number, attempt = 1): Parcel[] => Array.from({ length: count }, (_, id) => ({ id, attempt }))

test('everything due is delivered once, over at most six connections', async () => {
  const sends: number[] = []
  const { sender, settled, open } = depot(parcels(50), {
    send: async ({ id }) => {
      sends.push(id)
      await sleep(2)
      return sent
    },
  })
  await sendDue([workOf(sender)])
  expect(sends.toSorted((a, b) => a - b)).toEqual(parcels(50).map(({ id }) => id))
  expect(settled.size).toBe(50)
  expect(open.max).toBe(6)
})

test('receivers that hang do not hold up the others', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { sender, settled } = depot(parcels(30), {
    send: async ({ id }) => {
      if (id < 3) await promise
      return sent
    },
  })
  const delivering = sendDue([workOf(sender)])
  await expect.poll(() => settled.size).toBe(27)
  resolve()
  await delivering
  expect(settled.size).toBe(30)
})

test('a result that cannot be recorded is tried three times, and the others are recorded', async () => {
  let tries = 0
  const { sender, settled, reports } = depot(parcels(8), {
    settle: async ({ id }) => {
      if (id !== 4) return
      tries += 1
      throw new Error('database down')
    },
  })
  await sendDue([workOf(sender)])
  expect(tries).toBe(3)
  expect(settled.size).toBe(7)
  expect(reports).toContain('outcome not recorded')
})

test('an item that was leased while the result of another was recorded is delivered next, without another claim', async () => {
  const { sender, settled, open } = depot([])
  const queue = parcels(9)
  let claims = 0
  await sendDue([
    workOf({
      ...sender,
      claim: async () => {
        claims += 1
        return queue.splice(0, 2)
      },
      settle: async (parcel, settlement, limit) => {
        await sender.settle(parcel, settlement, limit)
        return queue.splice(0, limit)
      },
    }),
  ])
  expect(settled.size).toBe(9)
  expect(claims).toBe(1)
  expect(open.max).toBe(2)
})

test('a failing claim is reported to the caller once what is running has ended', async () => {
  const { sender, settled } = depot(parcels(3))
  let claims = 0
  const failing = sendDue([
    workOf({
      ...sender,
      claim: async (limit) => {
        claims += 1
        if (claims > 1) throw new Error('database down')
        return sender.claim(limit)
      },
    }),
  ])
  await expect(failing).rejects.toThrow('database down')
  expect(settled.size).toBe(3)
})

test('in order, sending stops at the first item to be retried, and at the limit', async () => {
  const { sender, settled } = depot(parcels(5), {
    send: async ({ id }) => (id === 2 ? { kind: 'retry', code: 'busy', reason: 'Busy.' } : sent),
  })
  await sendInOrder(sender, 10)
  expect([...settled.keys()]).toEqual([0, 1, 2])
  const short = depot(parcels(5))
  await sendInOrder(short.sender, 2)
  expect(short.settled.size).toBe(2)
})

test('an item whose attempts were all leased and never recorded is given up without another attempt', async () => {
  let sends = 0
  const { sender, settled } = depot(parcels(1, 4), {
    send: async () => {
      sends += 1
      return sent
    },
  })
  await sendDue([workOf(sender)])
  expect(sends).toBe(0)
  expect(settled.get(0)).toMatchObject({
    kind: 'failed',
    code: 'unconfirmed',
    reason: expect.stringMatching(/3 attempts/),
  })
})

test('pauses grow, follow the receiver within limits, and end', () => {
  const busy = { kind: 'retry', code: 'busy', reason: 'Busy.' } as const
  const pauseOf = (attempt: number, minPauseSeconds?: number) => {
    const settlement = settlementOf({ ...busy, minPauseSeconds }, attempt, retries)
    return settlement.kind === 'retry' ? settlement.pauseSeconds : settlement.kind
  }
  for (const [attempt, min, max] of [
    [1, 8, 12],
    [2, 80, 120],
  ] as const) {
    expect(pauseOf(attempt)).toBeGreaterThanOrEqual(min)
    expect(pauseOf(attempt)).toBeLessThanOrEqual(max)
  }
  expect(pauseOf(1, 60)).toBe(60)
  expect(pauseOf(2, 60), 'the receiver may not shorten it').toBeGreaterThanOrEqual(80)
  expect(pauseOf(1, 9999)).toBe(300)
  expect(settlementOf(busy, 3, retries)).toEqual({
    kind: 'failed',
    code: 'busy',
    reason: 'Gave up after 3 attempts. Busy.',
  })
})
