import { readdirSync, readFileSync } from 'node:fs'
import type { CpuUsage } from './load.ts'

// Linux counts CPU time in hundredths of a second, whatever the kernel's own clock.
const ticksPerSecond = 100

/** Megabytes that a process holds in memory; undefined where there is no /proc. */
export function residentMb(pid: number): number | undefined {
  const kb = /^VmRSS:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]
  return kb === undefined ? undefined : Number(kb) / 1024
}

/** Reads the CPU time of the parts of the system, each one process or, for PostgreSQL, a process and its children. */
export function cpuUsage(parts: { worker?: number; endpoint?: number; postgres: number }): CpuUsage {
  return () => {
    const { user, system } = process.cpuUsage()
    return {
      ...(parts.worker !== undefined && { worker: cpuSeconds(parts.worker) }),
      ...(parts.endpoint !== undefined && { endpoint: cpuSeconds(parts.endpoint) }),
      postgres: [parts.postgres, ...childrenOf(parts.postgres)].reduce((sum, pid) => sum + cpuSeconds(pid), 0),
      client: (user + system) / 1e6,
    }
  }
}

function cpuSeconds(pid: number) {
  const [, , , , , , , , , , , user = '0', system = '0'] = fieldsOf(pid)
  return (Number(user) + Number(system)) / ticksPerSecond
}

function childrenOf(parent: number): number[] {
  return readdirSafely('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(fieldsOf(pid)[1]) === parent)
}

/** proc(5)'s stat from the state on: state, ppid, … utime and stime are the 14th and 15th of the file. */
function fieldsOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`)
  // The name before them stands in brackets and may hold anything.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readdirSafely(folder: string) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
