import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { lockFolder } from '../dev/lock.ts'
import { type Bundle, buildBundle } from './bundle.ts'
import { type Dataset, startDatasets } from './dataset.ts'
import { explainStatements } from './explain.ts'
import { startIdentityProvider } from './identity-provider.ts'
import { measureCeilings, measureDelayed, measureGrowth, measureService } from './measurements.ts'
import type { Options } from './options.ts'
import { residentMb } from './processes.ts'
import { report } from './report.ts'
import { get } from './requests.ts'
import { setDelay } from './rig.ts'
import { recordStatements, startSystem } from './system.ts'
import { startWorkerd } from './workerd.ts'

const delayMs = 20

type Started = (stop: () => Promise<void>) => void

/** Runs the whole benchmark and returns the report. */
export async function runBench({
  dir,
  orders,
  seconds,
  compare,
  explain,
  reset,
  temporary,
  started,
}: Options & { temporary: string; started: Started }): Promise<string> {
  await mkdir(dir, { recursive: true })
  const lock = await lockFolder(dir)
  started(() => lock.release())
  const bundle = buildBundle(join(temporary, 'service'))
  const verifyBundle = buildBundle(join(temporary, 'verify'), {
    script: fileURLToPath(new URL('worker/verify.ts', import.meta.url)),
    name: 'verify',
  })

  const sizes = compare ? [orders, Math.round(orders / 10)] : [orders]
  const { postgres, datasets } = await startDatasets({ dir, sizes, reset, started })
  const [dataset, tenth] = datasets
  if (!dataset) throw new Error('there is no data set')
  const identityProvider = await startIdentityProvider()
  started(() => identityProvider.close())
  const common = { bundle, identityProvider, postgresPid: postgres.pid }

  const remote = await startSystem({ ...common, dataset, control: true })
  started(() => remote.stop())
  const statements = await recordStatements(remote)
  if (explain) return explainStatements(dataset, statements)

  const coldStartMs = await coldStart(bundle)

  const system = await startSystem({ ...common, dataset })
  started(() => system.stop())
  const memoryAtStart = residentMb(system.rig.worker.pid)
  const measured = await measureService(system, seconds)
  const memoryMb = { start: memoryAtStart, end: residentMb(system.rig.worker.pid) }

  const verifier = await startWorkerd(verifyBundle, { IDENTITY_PROVIDERS: identityProvider.variable })
  started(() => verifier.stop())
  const request = get({ token: await identityProvider.token('owner-1') }, '/verify')
  const ceilings = await measureCeilings(system, {
    verifier: { worker: verifier, request },
    statements,
    postgresPid: postgres.pid,
    seconds,
  })
  await setDelay(remote.rig, delayMs)
  const delayed = await measureDelayed(remote, seconds)
  const grown = tenth ? await compareWith(tenth) : []
  return report({
    orders,
    postgres: await postgresVersion(dataset.appUrl),
    measured,
    ceilings,
    delayed,
    delayMs,
    grown,
    bundleKb: bundle.gzipKb,
    coldStartMs,
    memoryMb,
  })

  async function compareWith(tenth: Dataset) {
    const small = await startSystem({ ...common, dataset: tenth })
    started(() => small.stop())
    return measureGrowth(system, small, seconds)
  }
}

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
