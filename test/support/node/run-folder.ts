import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

// Removes the folder when this process ends, even if killed. Its child processes may take some seconds to follow.
const cleanupScript = `read -r done && [ ! -e "$1" ] && exit
for seconds in 0 1 2 4; do
  sleep "$seconds"
  rm -rf -- "$1"
done`

/**
 * Gives this process and its children their own temporary and home folders, and removes them at the end. The packages
 * that the tests use leave files behind, in places that other users share.
 */
export function useRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-test-'))
  const child = spawn('/bin/sh', ['-c', cleanupScript, 'cleanup', folder], {
    // Its own process group protects it from Ctrl-C.
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // A process is still writing to it; the cleanup process tries again.
    }
    child.stdin.write('done\n')
  })

  process.env['TMPDIR'] = folder
  for (const name of ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME'])
    process.env[name] = join(folder, 'home')
  mkdirSync(join(folder, 'home'))
  if (process.getuid?.() === 0) giveAccessToPostgres(folder)
  return folder
}

/** As root, PostgreSQL runs as another user, who needs access. */
function giveAccessToPostgres(folder: string) {
  chmodSync(folder, 0o711)
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 1) === 0) return
    if (path === dirname(path)) break
  }
  const home = join(folder, 'postgres')
  mkdirSync(home, { mode: 0o755 })
  process.env['COMMERCE_POSTGRES_DIR'] = home
}
