import { loadDriver, loadEndpoint } from './ceilings.ts'
import { cycle, loadHttp } from './http-load.ts'
import type { Figures } from './load.ts'
import { cpuUsage } from './processes.ts'
import type { Batches } from './recorded.ts'
import { type Delayed, type Grown, manyConnections, type Measured } from './report.ts'
import type { Scenario } from './requests.ts'
import type { System } from './system.ts'
import type { Peer } from './targets.ts'
import type { Worker } from './workerd.ts'

type Load = (connections: number) => Promise<Figures>

async function measureBoth(name: string, load: Load) {
  process.stderr.write(`  ${name}\n`)
  return { name, single: await load(1), concurrent: await load(manyConnections) }
}

export async function measureService({ scenarios: all, load }: System, seconds: number): Promise<Measured[]> {
  const peers = new Map<Scenario, Peer>([
    [all.list, 'list'],
    [all.rare, 'search'],
    [all.common, 'search'],
    [all.rareHot, 'search'],
    [all.commonHot, 'search'],
    [all.create, 'create'],
    [all.products, 'products'],
  ])
  const measured: Measured[] = []
  for (const scenario of Object.values(all)) {
    const peer = peers.get(scenario)
    const figures = await measureBoth(scenario.name, (connections) => load(scenario, connections, seconds))
    measured.push({ ...figures, ...(peer && { peer }) })
  }
  return measured
}

type Statements = { list: Batches; get: Batches; create: Batches }

export async function measureCeilings(
  { dataset: { appUrl }, rig, scenarios: all }: System,
  {
    verifier,
    statements,
    postgresPid,
    seconds,
  }: { verifier: { worker: Worker; request: Buffer }; statements: Statements; postgresPid: number; seconds: number },
): Promise<Measured[]> {
  const verify = await measureBoth('ceiling: route that only verifies the token', (connections) =>
    loadHttp({
      port: verifier.worker.port,
      connections,
      seconds,
      cpu: cpuUsage({ worker: verifier.worker.pid, postgres: postgresPid }),
      next: cycle([verifier.request]),
    }),
  )
  const ceilings: Measured[] = [verify]
  const port = Number(new URL(rig.endpoint.origin).port)
  for (const name of ['list', 'get', 'create'] as const) {
    const shared = { appUrl, batches: statements[name], seconds }
    const driver = await measureBoth(`ceiling: SQL through the driver · ${all[name].name}`, (connections) =>
      loadDriver({ ...shared, connections, cpu: cpuUsage({ postgres: postgresPid }) }),
    )
    const cpu = cpuUsage({ endpoint: rig.endpoint.pid, postgres: postgresPid })
    const endpoint = await measureBoth(`ceiling: SQL through the endpoint · ${all[name].name}`, (connections) =>
      loadEndpoint({ ...shared, connections, cpu, port }),
    )
    ceilings.push({ ...driver, ...(name === 'list' && { note: 'driver' }) }, endpoint)
  }
  return ceilings
}

export async function measureDelayed({ scenarios: all, load }: System, seconds: number): Promise<Delayed[]> {
  const delayed: Delayed[] = []
  for (const scenario of [all.list, all.get, all.create]) {
    delayed.push(await measureBoth(`${scenario.name}, delayed`, (connections) => load(scenario, connections, seconds)))
  }
  return delayed
}

const growthScenarios = [
  'list',
  'listHot',
  'get',
  'rare',
  'rareHot',
  'common',
  'commonHot',
  'create',
  'summary',
  'summaryHot',
] as const

/** Alternates between both, twice, so that other load on the machine affects both equally. */
export async function measureGrowth(large: System, small: System, seconds: number): Promise<Grown[]> {
  const grown: Grown[] = []
  for (const key of growthScenarios) {
    const measureOn = ({ scenarios: all, load }: System) =>
      measureBoth(`${all[key].name}, ${large.dataset.orders} and a tenth`, (connections) =>
        load(all[key], connections, seconds / 2),
      )
    const rounds = [
      { large: await measureOn(large), small: await measureOn(small) },
      { small: await measureOn(small), large: await measureOn(large) },
    ]
    const pair = (size: 'large' | 'small') => ({
      single: mean(rounds.map((round) => round[size].single)),
      concurrent: mean(rounds.map((round) => round[size].concurrent)),
    })
    grown.push({ name: large.scenarios[key].name, large: pair('large'), small: pair('small') })
  }
  return grown
}

function mean(all: Figures[]): Figures {
  const of = (pick: (figures: Figures) => number) => all.reduce((sum, figures) => sum + pick(figures), 0) / all.length
  return {
    perSecond: of((figures) => figures.perSecond),
    p50: of((figures) => figures.p50),
    p99: of((figures) => figures.p99),
    failures: of((figures) => figures.failures) * all.length,
    failure: all.find(({ failure }) => failure !== undefined)?.failure,
    cpuMs: {},
  }
}
