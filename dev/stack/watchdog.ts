import { spawn } from 'node:child_process'
import { once } from 'node:events'

const script = `read -r _ || {
  kill -s "$2" -- "$1"
  for second in 1 2 3 4 5; do
    sleep 1
    kill -s 0 -- "$1" || exit
  done
  kill -s KILL -- "$1"
}`

/**
 * Stops a child process if this one dies without having stopped it. A negative pid means its process group.
 * `release` ends the watch without stopping the child.
 */
export function watchdog(pid: number, signal: 'INT' | 'TERM') {
  // Unlike a signal handler, a pipe that the kernel closes also notices SIGKILL. Its own group protects it from Ctrl-C.
  const watcher = spawn('/bin/sh', ['-c', script, 'watchdog', String(pid), signal], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  return {
    async release() {
      if (watcher.exitCode !== null || watcher.pid === undefined) return
      watcher.ref()
      const exited = once(watcher, 'exit')
      watcher.stdin.end('released\n')
      await exited
    },
  }
}
