import { record } from './recorded.ts'
import type { Bundle } from './bundle.ts'
import type { Dataset } from './dataset.ts'
import { deepCursors } from './deep-cursors.ts'
import { cycle, loadHttp } from './http-load.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { Figures } from './load.ts'
import { cpuUsage } from './processes.ts'
import { type Scenario, type Scenarios, scenarios } from './requests.ts'
import { type Rig, startRig } from './rig.ts'
import { takeSample } from './sample.ts'

/** The service on one data set, and the requests to send. */
export type System = {
  dataset: Dataset
  rig: Rig
  scenarios: Scenarios
  load: (scenario: Scenario, connections: number, seconds: number) => Promise<Figures>
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
    // Shared by all measurements, because some requests work only once.
    const nextByScenario = new Map<Scenario, () => Buffer>()
    const nextOf = (scenario: Scenario) => {
      const next = nextByScenario.get(scenario) ?? cycle(scenario.requests)
      nextByScenario.set(scenario, next)
      return next
    }
    const cpu = cpuUsage({ worker: rig.worker.pid, endpoint: rig.endpoint.pid, postgres: postgresPid })
    return {
      dataset,
      rig,
      scenarios: scenarios(sample, cursors),
      load: (scenario, connections, seconds) =>
        loadHttp({ port: rig.worker.port, connections, seconds, cpu, next: nextOf(scenario) }),
      stop: rig.stop,
    }
  } catch (error) {
    await rig.stop()
    throw error
  }
}

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
