import { cpus, totalmem } from 'node:os'
import { settings } from '../rig/database-server.ts'
import { failuresOf } from './failures.ts'
import { figuresTable, machineUse } from './figures-table.ts'
import type { FileFigures } from '../measures/files.ts'
import { type Growth, growthReport } from '../measures/growth.ts'
import { type Ceilings, manyConnections, type Measured, type MeasuredRow } from '../measures/measurements.ts'
import type { JobFigures } from '../measures/minute-jobs.ts'
import { mark, ms, rate, table } from './table.ts'
import { limits } from './targets.ts'
import { webhooksTable } from './webhooks-table.ts'
import type { WebhookFigures } from '../measures/webhooks.ts'

type Report = {
  measured: MeasuredRow[]
  ceilings: Ceilings
  files: FileFigures
  webhooks: WebhookFigures
  jobs: JobFigures[]
  delayed: Measured[]
  delayMs: number
  growth: Growth | undefined
  bundleKb: number
  coldStartMs: number
  memoryMb: { start: number | undefined; end: number | undefined }
  /** The JavaScript heap in use, after the measurements with a delay. */
  heapMb: number
}

/** The machine, the database with its settings, and the data. */
export function conditions(orders: readonly number[], postgres: string): string {
  const named = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const counts = orders.map((each) => each.toLocaleString('en')).join(' / ')
  return `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB · Node ${process.versions.node} · PostgreSQL ${postgres}, ${named.join(' ')}, otherwise defaults (fsync on)
1,000 stores, ${counts} orders, a fiftieth of them in the hot store; client, Worker, endpoint and database share the cores`
}

/** Tables in Markdown. ✓ and ✗ tell whether a row reached its target. */
export function report({
  measured,
  ceilings,
  files,
  webhooks,
  jobs,
  delayed,
  delayMs,
  growth,
  ...worker
}: Report): string {
  const { bare, verify, driver, others } = ceilings
  const ceilingRows = [bare, verify, driver, ...others]
  return [
    figuresTable(measured, ceilingRows, bare),
    ...[...measured, ...ceilingRows, ...delayed].flatMap(failuresOf),
    machineUse(measured),
    '',
    filesTable(files),
    ...files.failures.slice(0, 3).map(({ detail }) => `✗ import, or a create beside it, FAILED: ${detail}`),
    '',
    webhooksTable(webhooks),
    '',
    jobsTable(jobs),
    '',
    shareOfDriver(measured, driver),
    '',
    `p50 in round trips, with ${delayMs} ms added between Worker and database (target: at most ${limits.roundTrips})`,
    '',
    delayedTable(delayed, delayMs),
    ...(growth ? ['', growthReport(growth)] : []),
    '',
    workerTable(worker),
  ].join('\n')
}

function filesTable({ imports, createsAlone, createsBeside, exports }: FileFigures) {
  const delay = createsBeside.worst - createsAlone.p50
  return table(
    ['Files, hot store', 'p50 ms', 'worst ms', 'count', '', ''],
    [
      [
        'import of 250 orders',
        ms(imports.p50),
        ms(imports.worst),
        imports.count,
        `${perSecond(250, imports.p50)} orders/s`,
        '',
      ],
      ['create every 20 ms, no import', ms(createsAlone.p50), ms(createsAlone.worst), createsAlone.count, '', ''],
      [
        'create every 20 ms, beside an import',
        ms(createsBeside.p50),
        ms(createsBeside.worst),
        createsBeside.count,
        `worst delay ${delay.toFixed(0)} ms (≤ ${limits.importDelayMs})`,
        mark(delay <= limits.importDelayMs),
      ],
      [
        `export of ${exports.orders.toLocaleString('en')} orders, ${exports.megabytes.toFixed(1)} MB`,
        ms(exports.p50),
        ms(exports.worst),
        exports.count,
        `${perSecond(exports.orders, exports.p50)} orders/s, ${(exports.megabytes / (exports.p50 / 1000)).toFixed(1)} MB/s`,
        '',
      ],
    ],
  )
}

const perSecond = (count: number, milliseconds: number) => rate(count / (milliseconds / 1000))

const jobsTable = (jobs: readonly JobFigures[]) =>
  table(
    ['Jobs of the minute, run every 3 s while measuring', 'runs', 'p50 ms', 'worst ms'],
    jobs.map(({ name, runs, p50, worst }) => [name, runs, ms(p50), ms(worst)]),
  )

function shareOfDriver(measured: readonly MeasuredRow[], driver: Measured) {
  const list = measured.find(({ scenario }) => scenario === 'list')
  if (!list) return ''
  const ratio = list.concurrent.perSecond / driver.concurrent.perSecond
  return `${mark(ratio >= limits.shareOfDriver)} ${list.name}: ${(ratio * 100).toFixed(0)} % of the throughput of its own SQL through the plain driver (target: at least ${(limits.shareOfDriver * 100).toFixed(0)} %)`
}

const delayedTable = (delayed: readonly Measured[], delayMs: number) =>
  table(
    ['', '1 connection: ms', 'round trips', `${manyConnections} connections: ms`, 'round trips', '/s', ''],
    delayed.map(({ name, single, concurrent }) => [
      name,
      ms(single.p50),
      (single.p50 / delayMs).toFixed(2),
      ms(concurrent.p50),
      (concurrent.p50 / delayMs).toFixed(2),
      rate(concurrent.perSecond),
      mark(Math.max(single.p50, concurrent.p50) <= limits.roundTrips * delayMs),
    ]),
  )

const workerTable = ({
  bundleKb,
  coldStartMs,
  memoryMb,
  heapMb,
}: Pick<Report, 'bundleKb' | 'coldStartMs' | 'memoryMb' | 'heapMb'>) =>
  table(
    ['The Worker', '', ''],
    [
      ['bundle, gzip', `${bundleKb.toFixed(0)} KB`, mark(bundleKb < limits.bundleKb)],
      ['cold start until the first response', `${coldStartMs.toFixed(0)} ms`, ''],
      ['memory at start', `${memoryMb.start?.toFixed(0) ?? '–'} MB`, ''],
      ['memory after load', `${memoryMb.end?.toFixed(0) ?? '–'} MB`, ''],
      ['JavaScript heap in use', `${heapMb.toFixed(0)} MB`, ''],
    ],
  )
