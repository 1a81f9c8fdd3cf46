import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { lockFolder } from '../dev/stack/lock.ts'
import { startBareLimit } from './measures/bare-limit.ts'
import { type Bundle, buildBundle } from './rig/bundle.ts'
import { type Dataset, startDatasets } from './data/dataset.ts'
import { explainStatements } from './measures/explain.ts'
import { failuresOf } from './report/failures.ts'
import { machineUse, plainTable } from './report/figures-table.ts'
import { measureFiles } from './measures/files.ts'
import { growthReport, measureGrowth } from './measures/growth.ts'
import { heapUsedMb } from './rig/heap.ts'
import { startIdentityProvider } from './rig/identity-provider.ts'
import { measureCeilings, measureDelayed, measureService } from './measures/measurements.ts'
import { startMinuteJobs } from './measures/minute-jobs.ts'
import type { Options } from './options.ts'
import { residentMb } from './rig/processes.ts'
import { conditions, report } from './report/report.ts'
import { get } from './load/requests.ts'
import { setDelay } from './rig/rig.ts'
import { keysReport, measureSizes, sizesReport } from './data/sizes.ts'
import { recordStatements, startSystem, type System } from './load/system.ts'
import { webhooksTable } from './report/webhooks-table.ts'
import { measureWebhooks } from './measures/webhooks.ts'
import { startWorkerd } from './rig/workerd.ts'

const delayMs = 20

type Started = (stop: () => Promise<void>) => void

/** Runs the whole benchmark and returns the report. */
export async function runBench(options: Options & { temporary: string; started: Started }): Promise<string> {
  const { dir, orders, seconds, grow, only, compare, temporary, started } = options
  await mkdir(dir, { recursive: true })
  const lock = await lockFolder(dir)
  started(() => lock.release())
  const bundle = buildBundle(join(temporary, 'service'))
  const sizes = grow ?? (compare ? [Math.round(orders / 10), orders] : [orders])
  const { postgres, datasets } = await startDatasets({ dir, sizes, reset: options.reset, started })
  const sizesTable = sizesReport(await measureSizes(datasets))
  const dataset = datasets.at(-1)
  if (!dataset || options.seedOnly) return sizesTable
  const head = conditions(sizes, await postgresVersion(dataset.appUrl))

  const identityProvider = await startIdentityProvider()
  started(() => identityProvider.close())
  const startOn = async (dataset: Dataset, control = false) => {
    const system = await startSystem({ bundle, identityProvider, postgresPid: postgres.pid, dataset, control })
    started(() => system.stop())
    return system
  }
  const growthWith = async (largest: System) => {
    const systems = [...(await startEach(datasets.slice(0, -1), startOn)), largest]
    const jobs = await startEach(datasets, startMinuteJobs)
    try {
      return await measureGrowth(systems, seconds, only)
    } finally {
      await startEach(jobs, ({ stop }) => stop())
    }
  }
  const webhooksOn = ({ sample }: System) =>
    measureWebhooks({
      bundle,
      dataset,
      identityProviders: identityProvider.variable,
      shop: sample.hot,
      postgresPid: postgres.pid,
      seconds,
    })
  const measureOnly = async (rows: readonly string[], system: System) => {
    const unknown = rows.filter((name) => name !== 'webhooks' && !system.names.some((known) => known === name))
    if (unknown.length > 0) throw new Error(`--only does not know ${unknown.join(', ')}.`)
    const names = system.names.filter((name) => rows.includes(name))
    const measured = await measureService({ ...system, names }, seconds)
    return [
      ...(measured.length > 0 ? [plainTable(measured), ...measured.flatMap(failuresOf), machineUse(measured)] : []),
      ...(rows.includes('webhooks') ? [webhooksTable(await webhooksOn(system))] : []),
    ].join('\n\n')
  }
  if (grow) return [head, growthReport(await growthWith(await startOn(dataset))), sizesTable].join('\n\n')

  if (only) return [head, await measureOnly(only, await startOn(dataset))].join('\n\n')

  const remote = await startOn(dataset, true)
  const statements = await recordStatements(remote)
  if (options.explain) return explainStatements(dataset, statements)

  const coldStartMs = await coldStart(bundle)
  const system = await startOn(dataset)
  const jobs = await startMinuteJobs(dataset)
  const memoryAtStart = residentMb(system.rig.worker.pid)
  const measured = await measureService(system, seconds)
  const memoryMb = { start: memoryAtStart, end: residentMb(system.rig.worker.pid) }
  const files = await measureFiles(system, seconds)
  const webhooks = await webhooksOn(system)
  const jobFigures = await jobs.stop()

  const verifier = await startWorkerd(workerBundle('verify', temporary), {
    IDENTITY_PROVIDERS: identityProvider.variable,
  })
  started(() => verifier.stop())
  const bare = await startBareLimit(workerBundle('bare', temporary), system, identityProvider)
  started(() => bare.rig.stop())
  const request = get({ token: await identityProvider.token('owner-1') }, '/verify')
  const ceilings = await measureCeilings(system, {
    bare,
    verifier: { worker: verifier, request },
    statements,
    postgresPid: postgres.pid,
    seconds,
  })
  await setDelay(remote.rig, delayMs)
  const delayed = await measureDelayed(remote, seconds)
  const heapMb = await heapUsedMb(remote.rig.worker.inspectorPort)
  const growth = compare ? await growthWith(system) : undefined
  const worker = { bundleKb: bundle.gzipKb, coldStartMs, memoryMb, heapMb }
  return [
    head,
    report({ measured, ceilings, files, webhooks, jobs: jobFigures, delayed, delayMs, growth, ...worker }),
    sizesTable,
    await keysReport(dataset),
  ].join('\n\n')
}

async function startEach<Item, Result>(items: readonly Item[], start: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  for (const item of items) results.push(await start(item))
  return results
}

/** Bundles one of the Workers in bench/worker. */
const workerBundle = (name: string, folder: string) =>
  buildBundle(join(folder, name), { script: fileURLToPath(new URL(`worker/${name}.ts`, import.meta.url)), name })

/** The median of three starts. */
async function coldStart(bundle: Bundle) {
  const times: number[] = []
  for (let nth = 0; nth < 3; nth++) {
    const worker = await startWorkerd(bundle, {})
    times.push(worker.coldStartMs)
    await worker.stop()
  }
  return times.toSorted((a, b) => a - b)[1] ?? NaN
}

async function postgresVersion(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]?.server_version ?? ''
}
