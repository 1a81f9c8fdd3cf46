import { cpuUsage } from './processes.ts'

export type Timed = (label: string, work: () => Promise<unknown>) => Promise<void>

/** Times steps of loading. CPU seconds of PostgreSQL tell how long a step takes on a machine that does nothing else. */
export function stopwatch(postgresPid: number): { timed: Timed; summary: () => string } {
  const usage = cpuUsage({ postgres: postgresPid })
  const now = () => ({ ms: performance.now(), cpu: usage()['postgres'] ?? 0 })
  const created = now()
  const since = (start: typeof created) => {
    const { ms, cpu } = now()
    return { seconds: (ms - start.ms) / 1000, cpu: cpu - start.cpu }
  }
  return {
    async timed(label, work) {
      const start = now()
      await work()
      const { seconds, cpu } = since(start)
      if (seconds >= 2) console.log(`${seconds.toFixed(0).padStart(6)} s ${cpu.toFixed(0).padStart(6)} s CPU  ${label}`)
    },
    summary() {
      const { seconds, cpu } = since(created)
      return `${seconds.toFixed(0)} s (${cpu.toFixed(0)} s of CPU time in PostgreSQL)`
    },
  }
}
