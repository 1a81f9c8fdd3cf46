/** `kind`: the status of the response, or what else failed. */
export type Failure = { kind: string; detail: string }

/** Does one unit of work. Returns the reason if it failed. */
export type Work = () => Promise<Failure | undefined>

export type Figures = {
  perSecond: number
  p50: number
  p99: number
  failures: number
  /** How many failures there were of each kind. */
  failuresByKind: Record<string, number>
  /** The details of the first failure. */
  failure: string | undefined
  /** CPU milliseconds that each part uses for a unit of work. */
  cpuMs: Record<string, number>
}

/** CPU seconds that each part of the system has used so far. */
export type CpuUsage = () => Record<string, number>

type Load = { workers: readonly Work[]; seconds: number; cpu: CpuUsage }

/**
 * A new connection of the database plans each statement of an operation some times before it keeps the plan, and reads what all
 * operations need of the catalogue.
 */
const warmUnits = 30

/** Slow work is not repeated that often. */
const maxWarmSeconds = 10

/** Keeps every worker busy with one unit after another, first to warm up, then to measure. */
export async function measure({ workers, seconds, cpu }: Load): Promise<Figures> {
  await runWorkers(workers, seconds / 3)
  const end = performance.now() + maxWarmSeconds * 1000
  await Promise.all(
    workers.map(async (work) => {
      for (let unit = 0; unit < warmUnits && performance.now() < end; unit++) await work()
    }),
  )
  const before = cpu()
  const { count, ...figures } = await runWorkers(workers, seconds)
  const cpuMs = Object.entries(cpu()).map(
    ([part, used]) => [part, ((used - (before[part] ?? 0)) * 1000) / count] as const,
  )
  return { ...figures, cpuMs: Object.fromEntries(cpuMs) }
}

async function runWorkers(workers: readonly Work[], seconds: number) {
  const times: number[] = []
  const failed: Failure[] = []
  const started = performance.now()
  const end = started + seconds * 1000
  await Promise.all(
    workers.map(async (work) => {
      for (let from = performance.now(); from < end;) {
        const problem = await work()
        const to = performance.now()
        if (problem === undefined) times.push(to - from)
        else failed.push(problem)
        from = to
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1000
  const at = quantilesOf(times)
  return {
    count: times.length,
    perSecond: times.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    failures: failed.length,
    failuresByKind: countsOf(failed.map(({ kind }) => kind)),
    failure: failed[0]?.detail,
  }
}

/** Returns a function from a share, such as 0.5 for the median, to the value at this share of all. */
export function quantilesOf(values: readonly number[]): (share: number) => number {
  const sorted = Float64Array.from(values).toSorted()
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

function countsOf(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
