import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const limitKb = 1000

const wrangler = join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin', 'wrangler.js')

/** Bundles the Worker as a deployment would, and measures the size of the upload. */
function main(): number {
  const out = mkdtempSync(join(tmpdir(), 'bundle-'))
  try {
    const built = spawnSync(
      process.execPath,
      [wrangler, 'deploy', '--dry-run', '--env', 'production', '--outdir', out, '--metafile'],
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
    if (process.argv.includes('--parts')) console.log(partsOf(readFileSync(join(out, 'bundle-meta.json'), 'utf8')))
    return zipped > limitKb ? 1 : 0
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

type Metafile = {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >
}

/** The size of each area and package before compression, largest first. */
function partsOf(metafile: string): string {
  const { outputs }: Metafile = JSON.parse(metafile)
  const sizes = new Map<string, number>()
  for (const { inputs } of Object.values(outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const part = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? /src\/[^/]+/.exec(file)?.[0] ?? 'other'
      sizes.set(part, (sizes.get(part) ?? 0) + bytesInOutput)
    }
  const parts = [...sizes].filter(([, bytes]) => bytes >= 5 * 1024).toSorted(([, a], [, b]) => b - a)
  return parts.map(([part, bytes]) => `${(bytes / 1024).toFixed(0).padStart(6)} KB  ${part}`).join('\n')
}

process.exitCode = main()
