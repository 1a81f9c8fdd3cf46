import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

export type Bundle = { folder: string; file: string; gzipKb: number }

const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin', 'wrangler.js')

/** Bundles a Worker as a deployment to production would. Default: the service. */
export function buildBundle(folder: string, entry?: { script: string; name: string }): Bundle {
  const built = spawnSync(
    process.execPath,
    [wrangler, 'deploy', ...(entry ? [entry.script] : []), '--dry-run', '--env', 'production', '--outdir', folder],
    {
      encoding: 'utf8',
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: join(folder, 'logs') },
    },
  )
  if (built.status !== 0) throw new Error(`${built.stdout}${built.stderr}${built.error?.message ?? ''}`)
  const file = `${entry?.name ?? 'index'}.js`
  return { folder, file, gzipKb: gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1024 }
}
