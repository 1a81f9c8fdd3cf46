import pg from 'pg'
import { eventCatalogue, eventTypes } from '../../../src/areas/events/event-catalogue.ts'
import { inMajorUnits } from '../../../src/areas/events/event.ts'

type Recorded = { readonly type: string; readonly data: unknown; readonly exponent: number }

const batchSize = 10_000

/** Recorded only in a test's own database, which is gone by now: the cron that reopens conversations works across all stores. */
const recordedElsewhere: readonly string[] = ['conversation.woken']

/** How the events that the tests recorded differ from the catalogue. */
export async function eventProblems(ownerUrl: string, isWholeRun: boolean): Promise<string[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const types = new Set<string>()
  const problems = new Set<string>()
  await owner.query('begin')
  await owner.query(`declare recorded cursor for
    select e.type, e.data, s.currency_exponent as exponent from events e join stores s on s.id = e.store_id`)
  for (;;) {
    const { rows } = await owner.query<Recorded>(`fetch ${batchSize} from recorded`)
    for (const row of rows) {
      types.add(row.type)
      const problem = problemOf(row)
      if (problem !== null) problems.add(problem)
    }
    if (rows.length < batchSize) break
  }
  await owner.end()
  const missing = isWholeRun ? eventTypes.filter((type) => !types.has(type) && !recordedElsewhere.includes(type)) : []
  return [...problems, ...missing.map((type) => `No test has recorded the event ${type}.`)]
}

function problemOf({ type, data, exponent }: Recorded): string | null {
  const known = eventTypes.find((each) => each === type)
  if (known === undefined) return `The event ${type} is not in the catalogue.`
  const { error } = eventCatalogue[known].data.safeParse(inMajorUnits(data, exponent))
  if (!error) return null
  const reasons = error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  return `The event ${type} is not as in the catalogue: ${reasons.join('; ')}`
}
