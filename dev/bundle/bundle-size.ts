import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildConsole, type Size } from '../console/build.ts'
import { buildWorker } from './build.ts'
import { ownerOf, type Part, partsOf } from './parts.ts'

const limitKb = 1000

/** What the console loads before it shows anything, and with its screens, in KB gzip. */
const consoleLimits: readonly { readonly screen?: string; readonly limitKb: number }[] = [
  { limitKb: 150 },
  { screen: 'home/home', limitKb: 200 },
  { screen: 'orders/orders', limitKb: 200 },
  { screen: 'order/order', limitKb: 230 },
]
const root = resolve(import.meta.dirname, '../..')

/** Bundles the Worker as a deployment would, and measures the size of the upload. */
async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  try {
    const metafile = await buildWorker(folder)
    const zipped = zippedKb(Object.keys(metafile.outputs).filter((file) => file.endsWith('.js')))
    console.log(`bundle: ${zipped.toFixed(0)} KB gzip (limit ${limitKb} KB)`)
    if (process.argv.includes('--parts')) {
      const [start, ...others] = partsOf(metafile)
      console.log(
        `\nAt the start:\n${row(start)}\n\nWith the first request that needs it, in addition (parts share files):`,
      )
      for (const part of others) console.log(row(part))
    }
    return zipped > limitKb || !isConsoleSmall(await buildConsole()) ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isConsoleSmall(sizes: readonly Size[]): boolean {
  const sizeOf = (name: string) => sizes.find((each) => each.name === name)?.kb ?? Number.NaN
  return consoleLimits.every(({ screen, limitKb }) => {
    const kb = sizeOf('start') + (screen === undefined ? 0 : sizeOf(screen))
    console.log(`console: ${screen ?? 'start'} ${kb.toFixed(0)} KB gzip (limit ${limitKb} KB)`)
    return kb <= limitKb
  })
}

const zippedKb = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(resolve(root, file)), { level: 9 }).length, 0) / 1024

const kb = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KB`

/** The size of a part after compression, and its largest owners before. */
function row({ entry, files, sources }: Part): string {
  const owners = new Map<string, number>()
  for (const [source, bytes] of sources) owners.set(ownerOf(source), (owners.get(ownerOf(source)) ?? 0) + bytes)
  const largest = [...owners].toSorted(([, a], [, b]) => b - a).slice(0, 5)
  const total = [...sources.values()].reduce((sum, bytes) => sum + bytes, 0)
  const names = largest.map(([owner, bytes]) => `${owner} ${kb(bytes)}`).join(', ')
  return `${zippedKb(files).toFixed(0).padStart(4)} KB gzip of ${kb(total).padStart(7)}  ${entry}: ${names}`
}

process.exitCode = await main()
