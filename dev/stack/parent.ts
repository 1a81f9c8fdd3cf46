import { readFileSync } from 'node:fs'

/** Calls back once the npm that started this process has exited. Does nothing without npm. */
export function onNpmExit(onExit: () => void) {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  // npm may have started us through a shell, which survives it.
  const grandparent = isShell(parent) ? parentOf(parent) : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (grandparent === undefined || parentOf(parent) === grandparent)) return
    clearInterval(timer)
    onExit()
  }, 500)
  timer.unref()
}

function isShell(pid: number) {
  return /^(sh|dash|bash|ash|busybox)$/.test(read(`/proc/${pid}/comm`)?.trim() ?? '')
}

function parentOf(pid: number) {
  return /^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1]
}

function read(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
