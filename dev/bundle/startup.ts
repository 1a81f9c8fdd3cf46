import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { ownerOf } from './parts.ts'
import { wrangler } from '../stack/wrangler.ts'

const root = resolve(import.meta.dirname, '../..')
const runs = Number(process.argv[2] ?? 9)

const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      positionTicks: z.array(z.object({ line: z.number(), ticks: z.number() })).default([]),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})

type Profile = z.output<typeof Profile>

const Mapping = z.object({ originalSource: z.string() })

/** Measures what an isolate computes before it can answer a request, and which rooms and packages that is. */
function main(): void {
  const folder = mkdtempSync(join(tmpdir(), 'startup-'))
  try {
    const times = profiles(folder, bundled(folder, {}))
      .map(activeMs)
      .toSorted((a, b) => a - b)
    const [fastest = 0] = times
    const median = times[Math.floor(times.length / 2)] ?? 0
    console.log(`active CPU: at least ${fastest.toFixed(1)} ms, median ${median.toFixed(1)} ms of ${times.length} runs`)
    const ticks = new Map<string, number>()
    for (const profile of profiles(folder, bundled(folder, { READABLE_BUILD: '1' }))) countTicks(profile, ticks)
    const total = [...ticks.values()].reduce((sum, each) => sum + each, 0)
    console.log('\nshare of it, in a bundle that is not minified:')
    for (const [owner, each] of [...ticks].toSorted(([, a], [, b]) => b - a).slice(0, 10))
      console.log(`${((100 * each) / total).toFixed(0).padStart(4)} %  ${owner}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Bundles the Worker with wrangler, as a deployment would. Gives the file. */
function bundled(folder: string, variables: Readonly<Record<string, string>>): string {
  const file = join(folder, 'worker.bundle')
  run(['deploy', '--dry-run', '--env=production', `--outfile=${file}`], folder, variables)
  return file
}

function profiles(folder: string, bundle: string): Profile[] {
  return Array.from({ length: runs }, (_, index) => {
    const file = join(folder, `${index}.cpuprofile`)
    run(['check', 'startup', '--env=production', `--worker=${bundle}`, `--outfile=${file}`], folder)
    return Profile.parse(JSON.parse(readFileSync(file, 'utf8')))
  })
}

function run(args: readonly string[], folder: string, variables: Readonly<Record<string, string>> = {}): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [wrangler, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...variables, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: join(folder, 'logs') },
  })
  if (status !== 0) throw new Error(`${stdout}${stderr}`)
}

/** As wrangler computes it. */
function activeMs({ nodes, samples, timeDeltas }: Profile): number {
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id))
  return timeDeltas.reduce((sum, delta, index) => (idle.has(samples[index] ?? 0) ? sum : sum + delta), 0) / 1000
}

/** Counts the samples of each room and package. `dist/worker` is still the bundle that was profiled. */
function countTicks({ nodes }: Profile, ticks: Map<string, number>): void {
  for (const { callFrame, positionTicks } of nodes)
    for (const { line, ticks: each } of positionTicks) {
      const { functionName, url } = callFrame
      if (functionName === '(idle)') continue
      const owner = url.endsWith('.js') ? ownerOf(sourceAt(basename(url), line)) : url || functionName
      ticks.set(owner, (ticks.get(owner) ?? 0) + each)
    }
}

const sourceMaps = new Map<string, SourceMap>()

function sourceAt(file: string, line: number): string {
  const map =
    sourceMaps.get(file) ?? new SourceMap(JSON.parse(readFileSync(join(root, 'dist/worker', `${file}.map`), 'utf8')))
  sourceMaps.set(file, map)
  const found = Mapping.safeParse(map.findEntry(Math.max(0, line - 1), 1000))
  return found.success ? found.data.originalSource : file
}

main()
