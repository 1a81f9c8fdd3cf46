import { expect, test, vi } from 'vitest'
import { watchLog } from '../../support/run/log.ts'
import { service } from '../../support/service.ts'
import { expectSoundBooks } from './books.ts'
import { type Sent, theCrowd } from './model/crowd.ts'
import { seededDice } from './model/dice.ts'
import { planOf } from './model/plan.ts'
import { seed, steps } from './model/settings.ts'
import { openStage, tally } from './model/stage.ts'

const stepsAStore = Math.min(500, steps)

test(
  'with random parallel requests, every answer is right and the books are consistent',
  { timeout: 900_000 },
  async () => {
    const log = watchLog()
    const counted = tally()
    const wrong: string[] = []
    let [taken, batches, again] = [0, 0, 0]
    for (let turn = 0; taken < steps && wrong.length === 0; turn++) {
      const dice = seededDice(seed + turn)
      const stage = await openStage({ currency: turn % 2 === 0 ? 'KWD' : 'USD', through: service() })
      const crowd = theCrowd(stage)
      for (let step = 0; step < stepsAStore && wrong.length === 0; batches++) {
        const busy = crowd.busy(dice)
        const plans = Array.from({ length: 8 + dice.roll(5) }, () => planOf(dice, stage.supply, busy))
        log.lines.length = 0
        const sent: Sent[] = await crowd.act(crowd.withRepeats(dice, plans))
        for (const { plan, reply } of sent) counted.add(plan, reply)
        again += log.requests().filter(wasTriedAgain).length
        const found = await crowd.judge(sent)
        if (found.length > 0) wrong.push(`store ${turn}, step ${step}`, ...found)
        step += sent.length
        taken += sent.length
      }
      if (wrong.length === 0) await expectSoundBooks(stage.crew.store.id)
    }
    vi.restoreAllMocks()
    const title = `${taken} requests in ${batches} batches (seed ${seed}): ${again} tried again, ${wrong.length} wrong`
    console.info([title, ...counted.lines()].join('\n'))
    expect(wrong).toEqual([])
    // The service retries after a deadlock. There was none.
    expect(again).toBe(0)
  },
)

type RequestLine = ReturnType<ReturnType<typeof watchLog>['requests']>[number]

/** A request takes one round trip, rejected or not, and two if it is replayed. */
const wasTriedAgain = ({ db_round_trips, replayed, route }: RequestLine) =>
  db_round_trips > (replayed === true || route.endsWith('mcp') ? 2 : 1)
