import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const limitKb = 500

const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin', 'wrangler.js')

/** Bundles the Worker as a deployment would, and measures the size of the upload. */
function main(): number {
  const out = mkdtempSync(join(tmpdir(), 'bundle-'))
  try {
    const built = spawnSync(
      process.execPath,
      [wrangler, 'deploy', '--dry-run', '--env', 'production', '--outdir', out],
      {
        encoding: 'utf8',
        env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: join(out, 'logs') },
      },
    )
    if (built.status !== 0) {
      console.error(`${built.stdout}${built.stderr}${built.error?.message ?? ''}`)
      return 1
    }
    const files = readdirSync(out).filter((name) => /\.(m?js|wasm)$/.test(name))
    if (files.length === 0) throw new Error('wrangler wrote no bundle')
    const contents = files.map((name) => readFileSync(join(out, name)))
    const raw = contents.reduce((sum, content) => sum + content.length, 0) / 1024
    const zipped = contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0) / 1024
    console.log(`bundle: ${raw.toFixed(0)} KB, ${zipped.toFixed(0)} KB gzip (limit ${limitKb} KB)`)
    return zipped > limitKb ? 1 : 0
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

process.exitCode = main()
