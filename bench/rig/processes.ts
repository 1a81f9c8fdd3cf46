import { readdirSync, readFileSync } from 'node:fs'
import type { CpuUsage } from '../load/load.ts'

// Linux reports CPU time in hundredths of a second, independent of the kernel's clock.
const ticksPerSecond = 100

/** The resident memory of a process in megabytes. Undefined without /proc. */
export function residentMb(pid: number): number | undefined {
  const kb = /^VmRSS:\s*(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]
  return kb === undefined ? undefined : Number(kb) / 1024
}

/** Reads the CPU time of each part: a process, or for PostgreSQL a process and its children, also those that have ended. */
export function cpuUsage(parts: { worker?: number; endpoint?: number; postgres: number }): CpuUsage {
  return () => {
    const { user, system } = process.cpuUsage()
    return {
      ...(parts.worker !== undefined && { worker: cpuSeconds(parts.worker) }),
      ...(parts.endpoint !== undefined && { endpoint: cpuSeconds(parts.endpoint) }),
      postgres: childrenOf(parts.postgres).reduce(
        (sum, pid) => sum + cpuSeconds(pid),
        cpuSecondsOfTree(parts.postgres),
      ),
      client: (user + system) / 1e6,
    }
  }
}

function cpuSeconds(pid: number) {
  const [, , , , , , , , , , , user = '0', system = '0'] = fieldsOf(pid)
  return (Number(user) + Number(system)) / ticksPerSecond
}

/** Includes the children that have ended. */
function cpuSecondsOfTree(pid: number) {
  const [, , , , , , , , , , , , , user = '0', system = '0'] = fieldsOf(pid)
  return cpuSeconds(pid) + (Number(user) + Number(system)) / ticksPerSecond
}

function childrenOf(parent: number): number[] {
  return readdirSafely('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(fieldsOf(pid)[1]) === parent)
}

/** The fields of /proc/<pid>/stat from the state on (proc(5)). utime and stime are fields 14 and 15 of the file. */
function fieldsOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`)
  // The name before them is in parentheses and may contain anything.
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
