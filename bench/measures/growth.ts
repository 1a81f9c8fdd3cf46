import { failuresOf } from '../report/failures.ts'
import { type FileFigures, measureFiles } from './files.ts'
import { measureBoth, manyConnections } from './measurements.ts'
import type { System } from '../load/system.ts'
import { mark, ms, rate, table } from '../report/table.ts'
import { limits } from '../report/targets.ts'

/** One row with its times at each size: the median with one connection, and the time for a request with many. */
type GrownRow = { name: string; p50: number[]; perSecond: (number | undefined)[] }

export type Growth = { orders: number[]; rows: GrownRow[]; failures: string[] }

/**
 * Measures every row with each data set, twice and in alternating order, so that other load on the machine and what the
 * measurements write affect all of them equally. `only`: names of scenarios. Then files are not measured.
 */
export async function measureGrowth(
  systems: readonly System[],
  seconds: number,
  only?: readonly string[],
): Promise<Growth> {
  const [first] = systems
  if (!first) return { orders: [], rows: [], failures: [] }
  const rows: GrownRow[] = []
  const failures: string[] = []
  for (const scenario of first.names) {
    if (only && !only.includes(scenario)) continue
    const rounds = await twice(systems, async ({ dataset, load, scenarios }) => {
      const name = `${scenarios[scenario].name}, ${dataset.orders} orders`
      const both = await measureBoth(name, (connections) => load(scenario, connections, seconds / 2))
      failures.push(...failuresOf(both))
      return both
    })
    rows.push({
      name: first.scenarios[scenario].name,
      p50: rounds.map((round) => mean(round.map(({ single }) => single.p50))),
      perSecond: rounds.map((round) => mean(round.map(({ concurrent }) => concurrent.perSecond))),
    })
  }
  if (only) return { orders: systems.map(({ dataset }) => dataset.orders), rows, failures }
  const files = await twice(systems, (system) => measureFiles(system, seconds / 2))
  const fileRow = (name: string, time: (figures: FileFigures) => number): GrownRow => ({
    name,
    p50: files.map((round) => mean(round.map(time))),
    perSecond: systems.map(() => undefined),
  })
  rows.push(
    fileRow('import of 250 orders', ({ imports }) => imports.p50),
    fileRow('export, 1,000 orders of it', ({ exports }) => (exports.p50 / exports.orders) * 1000),
  )
  failures.push(...files.flat().flatMap((round) => round.failures.map(({ detail }) => `✗ import: ${detail}`)))
  return { orders: systems.map(({ dataset }) => dataset.orders), rows, failures }
}

/** The results of each system, from a round forwards and a round backwards. */
async function twice<Result>(systems: readonly System[], measure: (system: System) => Promise<Result>) {
  const forwards: Result[] = []
  for (const system of systems) forwards.push(await measure(system))
  const backwards: Result[] = []
  for (const system of systems.toReversed()) backwards.push(await measure(system))
  backwards.reverse()
  return forwards.map((result, index) => [result, ...backwards.slice(index, index + 1)])
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The ratio of each size to the one before it. A row misses the target if any of its ratios does. */
export function growthReport({ orders, rows, failures }: Growth): string {
  const count = (value: number) => value.toLocaleString('en')
  const steps = orders.slice(1).map((_, index) => index)
  return [
    `Growth: p50 in ms with one connection, and requests per second with ${manyConnections}. × is the time divided by the time with the next smaller data set (target: at most ${limits.growth})`,
    '',
    table(
      [
        '',
        ...orders.map((each) => `p50 at ${count(each)}`),
        ...steps.map(() => '×'),
        ...orders.map((each) => `/s at ${count(each)}`),
        ...steps.map(() => '×'),
        '',
      ],
      rows.map(({ name, p50, perSecond }) => {
        const single = steps.map((step) => (p50[step + 1] ?? NaN) / (p50[step] ?? NaN))
        const concurrent = steps.map((step) => ratio(perSecond[step], perSecond[step + 1]))
        return [
          name,
          ...p50.map(ms),
          ...single.map((each) => each.toFixed(2)),
          ...perSecond.map((each) => (each === undefined ? undefined : rate(each))),
          ...concurrent.map((each) => each?.toFixed(2)),
          mark([...single, ...concurrent].every((each) => each === undefined || each <= limits.growth)),
        ]
      }),
    ),
    ...failures,
  ].join('\n')
}

const ratio = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? undefined : one / other
