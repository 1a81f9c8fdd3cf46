import type { startBareLimit } from './bare-limit.ts'
import { loadDriver, loadEndpoint } from './ceilings.ts'
import { cycle, loadHttp } from '../load/http-load.ts'
import type { Figures } from '../load/load.ts'
import { cpuUsage } from '../rig/processes.ts'
import type { Batches } from '../load/recorded.ts'
import type { ScenarioName } from '../load/requests.ts'
import type { System } from '../load/system.ts'
import type { Worker } from '../rig/workerd.ts'

export const manyConnections = 32

export type Measured = { name: string; single: Figures; concurrent: Figures }
export type MeasuredRow = Measured & { scenario: ScenarioName }

type Load = (connections: number) => Promise<Figures>

export async function measureBoth(name: string, load: Load): Promise<Measured> {
  process.stderr.write(`  ${name}\n`)
  return { name, single: await load(1), concurrent: await load(manyConnections) }
}

export async function measureService({ scenarios, names, load }: System, seconds: number): Promise<MeasuredRow[]> {
  const measured: MeasuredRow[] = []
  for (const scenario of names) {
    const { name } = scenarios[scenario]
    const figures = await measureBoth(name, (connections) => load(scenario, connections, seconds))
    measured.push({ ...figures, scenario })
  }
  return measured
}

export type Ceilings = { bare: Measured; verify: Measured; driver: Measured; others: Measured[] }

type CeilingOptions = {
  bare: Awaited<ReturnType<typeof startBareLimit>>
  verifier: { worker: Worker; request: Buffer }
  statements: { list: Batches; get: Batches; create: Batches }
  postgresPid: number
  seconds: number
}

export async function measureCeilings(
  { dataset: { appUrl }, rig, scenarios }: System,
  { bare, verifier, statements, postgresPid, seconds }: CeilingOptions,
): Promise<Ceilings> {
  const bareLimit = await measureBoth(
    `bare limit: verify the token, fetch ${bare.kilobytes.toFixed(0)} KB of stored text`,
    (connections) =>
      loadHttp({
        port: bare.rig.worker.port,
        connections,
        seconds,
        cpu: cpuUsage({ worker: bare.rig.worker.pid, endpoint: bare.rig.endpoint.pid, postgres: postgresPid }),
        next: cycle([bare.request]),
      }),
  )
  const verify = await measureBoth('ceiling: route that only verifies the token', (connections) =>
    loadHttp({
      port: verifier.worker.port,
      connections,
      seconds,
      cpu: cpuUsage({ worker: verifier.worker.pid, postgres: postgresPid }),
      next: cycle([verifier.request]),
    }),
  )
  const port = Number(new URL(rig.endpoint.origin).port)
  const measureSql = async (name: 'list' | 'get' | 'create') => {
    const shared = { appUrl, batches: statements[name], seconds }
    const driver = await measureBoth(`ceiling: SQL through the driver · ${scenarios[name].name}`, (connections) =>
      loadDriver({ ...shared, connections, cpu: cpuUsage({ postgres: postgresPid }) }),
    )
    const cpu = cpuUsage({ endpoint: rig.endpoint.pid, postgres: postgresPid })
    const endpoint = await measureBoth(`ceiling: SQL through the endpoint · ${scenarios[name].name}`, (connections) =>
      loadEndpoint({ ...shared, connections, cpu, port }),
    )
    return { driver, endpoint }
  }
  const list = await measureSql('list')
  const get = await measureSql('get')
  const create = await measureSql('create')
  return {
    bare: bareLimit,
    verify,
    driver: list.driver,
    others: [list.endpoint, get.driver, get.endpoint, create.driver, create.endpoint],
  }
}

export async function measureDelayed({ scenarios, load }: System, seconds: number): Promise<Measured[]> {
  const delayed: Measured[] = []
  for (const scenario of ['list', 'get', 'create'] as const)
    delayed.push(
      await measureBoth(`${scenarios[scenario].name}, delayed`, (connections) => load(scenario, connections, seconds)),
    )
  return delayed
}
