import { record } from './recorded.ts'
import type { Bundle } from '../rig/bundle.ts'
import type { Dataset } from '../data/dataset.ts'
import { deepCursors } from './deep-cursors.ts'
import { cycle, loadHttp } from './http-load.ts'
import type { IdentityProvider } from '../rig/identity-provider.ts'
import type { CpuUsage, Figures } from './load.ts'
import { cpuUsage } from '../rig/processes.ts'
import { type ScenarioName, type Scenarios, scenarios as scenariosOf } from './requests.ts'
import { type Rig, startRig } from '../rig/rig.ts'
import { type Sample, takeSample } from './sample.ts'

/** The service on one data set, and the requests to send. */
export type System = {
  dataset: Dataset
  rig: Rig
  sample: Sample
  scenarios: Scenarios
  /** In the order of the report. */
  names: ScenarioName[]
  /** CPU seconds used so far. */
  cpu: CpuUsage
  load: (scenario: ScenarioName, connections: number, seconds: number) => Promise<Figures>
  stop: () => Promise<void>
}

type Options = {
  bundle: Bundle
  dataset: Dataset
  identityProvider: IdentityProvider
  postgresPid: number
  /** Allows recording statements and delaying the database. */
  control?: boolean
}

export async function startSystem(options: Options): Promise<System> {
  const { bundle, dataset, identityProvider, postgresPid, control } = options
  const { appUrl } = dataset
  const rig = await startRig({
    bundle,
    appUrl,
    identityProviders: identityProvider.variable,
    ...(control !== undefined && { control }),
  })
  try {
    const sample = await takeSample(dataset.ownerUrl, identityProvider.token)
    const cursors = await deepCursors(rig.worker.port, sample.hot)
    const scenarios = scenariosOf(sample, cursors)
    // Shared by all measurements, because some requests work only once.
    const nextByScenario = new Map<ScenarioName, () => Buffer>()
    const nextOf = (scenario: ScenarioName) => {
      const next = nextByScenario.get(scenario) ?? cycle(scenarios[scenario].requests)
      nextByScenario.set(scenario, next)
      return next
    }
    const cpu = cpuUsage({ worker: rig.worker.pid, endpoint: rig.endpoint.pid, postgres: postgresPid })
    return {
      dataset,
      rig,
      sample,
      cpu,
      scenarios,
      names: namesOf(scenarios),
      load: (scenario, connections, seconds) =>
        loadHttp({ port: rig.worker.port, connections, seconds, cpu, next: nextOf(scenario) }),
      stop: rig.stop,
    }
  } catch (error) {
    await rig.stop()
    throw error
  }
}

const namesOf = (scenarios: Scenarios): ScenarioName[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object literal has no other keys than its type
  Object.keys(scenarios) as ScenarioName[]

/** Records the statements of the hot operations. Needs a system with `control`. */
export async function recordStatements({ rig, scenarios: all }: System) {
  return {
    list: await record(rig, all.list.requests),
    get: await record(rig, all.get.requests),
    create: await record(rig, all.create.requests),
    rareHot: await record(rig, all.rareHot.requests),
    commonHot: await record(rig, all.commonHot.requests),
    deep: await record(rig, all.deep.requests),
    products: await record(rig, all.products.requests),
  }
}
