import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Removes a stale postmaster.pid. PostgreSQL mistakes any running process with that pid for itself, and in a container,
 * where pids are small, there often is one.
 */
export async function clearStalePidFile(data: string) {
  const file = join(data, 'postmaster.pid')
  for (let waitedMs = 0; ; waitedMs += 100) {
    const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
    if (!Number.isInteger(pid)) return
    if (!(await isPostgresOf(data, pid))) return rm(file, { force: true })
    // If its parent was killed, the watchdog is stopping it right now.
    if (waitedMs >= 6000) throw new Error(`PostgreSQL is already running on ${data} (process ${pid}).`)
    await sleep(100)
  }
}

async function isPostgresOf(data: string, pid: number) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  if (process.platform !== 'linux') return true
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return cwd === undefined || cwd === (await realpath(data))
}
