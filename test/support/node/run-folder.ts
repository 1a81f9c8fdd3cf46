import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

// The folder goes when this process does, even when that is killed; what it started may take some seconds to follow.
const broom = `read -r done && [ ! -e "$1" ] && exit
for seconds in 0 1 2 4; do
  sleep "$seconds"
  rm -rf -- "$1"
done`

/**
 * Gives this process, and all that it starts, a temporary and a home folder of their own, and removes them at the end. The
 * packages that the tests use leave files behind, and look for them in places that other users share.
 */
export function useRunFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-test-'))
  const child = spawn('/bin/sh', ['-c', broom, 'broom', folder], {
    // A group of its own keeps Ctrl-C away from it.
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
      // Somebody still writes to it: the broom tries again.
    }
    child.stdin.write('done\n')
  })

  process.env['TMPDIR'] = folder
  for (const name of ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME'])
    process.env[name] = join(folder, 'home')
  mkdirSync(join(folder, 'home'))
  if (process.getuid?.() === 0) lendToPostgres(folder)
  return folder
}

/** Root's PostgreSQL runs as somebody else, who has to get in. */
function lendToPostgres(folder: string) {
  chmodSync(folder, 0o711)
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 1) === 0) return
    if (at === dirname(at)) break
  }
  const home = join(folder, 'postgres')
  mkdirSync(home, { mode: 0o755 })
  process.env['COMMERCE_POSTGRES_DIR'] = home
}
