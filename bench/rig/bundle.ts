import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { wrangler } from '../../dev/stack/wrangler.ts'

/** `files` begins with the main module. */
export type Bundle = { folder: string; files: string[]; gzipKb: number }

/** Bundles a Worker as a deployment to production would. Default: the service. */
export function buildBundle(folder: string, entry?: { script: string; name: string }): Bundle {
  const built = spawnSync(
    process.execPath,
    [wrangler, 'deploy', ...(entry ? [entry.script, '--env='] : ['--env=production']), '--dry-run', '--outdir', folder],
    {
      encoding: 'utf8',
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: join(folder, 'logs') },
    },
  )
  if (built.status !== 0) throw new Error(`${built.stdout}${built.stderr}${built.error?.message ?? ''}`)
  const main = `${entry?.name ?? 'index'}.js`
  const files = [main, ...readdirSync(folder).filter((file) => file.endsWith('.js') && file !== main)]
  const sizes = files.map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1024)
  return { folder, files, gzipKb: sizes.reduce((sum, size) => sum + size, 0) }
}
