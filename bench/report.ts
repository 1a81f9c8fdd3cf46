import { cpus, totalmem } from 'node:os'
import { settings } from './database-server.ts'
import type { Figures } from './load.ts'
import { mark, ms, rate, table } from './table.ts'
import { limits, type Peer, timesPeer, targetRate } from './targets.ts'

export type Measured = { name: string; single: Figures; concurrent: Figures; peer?: Peer; note?: string }
export type Delayed = { name: string; single: Figures; concurrent: Figures }
export type Grown = { name: string; large: Pair; small: Pair }
type Pair = { single: Figures; concurrent: Figures }

export const manyConnections = 32

type Report = {
  orders: number
  postgres: string
  measured: Measured[]
  ceilings: Measured[]
  delayed: Delayed[]
  delayMs: number
  grown: Grown[]
  bundleKb: number
  coldStartMs: number
  memoryMb: { start: number | undefined; end: number | undefined }
}

export function report({
  orders,
  postgres,
  measured,
  ceilings,
  delayed,
  delayMs,
  grown,
  ...workerFigures
}: Report): string {
  return [
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB · Node ${process.versions.node} · PostgreSQL ${postgres}, ${Object.entries(
      settings,
    )
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}, otherwise defaults (fsync on)`,
    `1,000 stores, ${orders.toLocaleString('en')} orders, ${Math.floor(orders / 50).toLocaleString('en')} in the hot store; client, Worker, endpoint and database share the cores`,
    '',
    figuresTable([...measured, ...ceilings]),
    ...failures([
      ...measured,
      ...ceilings,
      ...delayed,
      ...grown.flatMap(({ name, large, small }) => [
        { name, ...large },
        { name, ...small },
      ]),
    ]),
    machineUse(measured),
    '',
    shareOfDriver(measured, ceilings),
    '',
    `p50 in round trips, with ${delayMs} ms added between Worker and database (target: at most ${limits.roundTrips})`,
    table(
      ['', '1 connection: ms', 'round trips', `${manyConnections} connections: ms`, 'round trips', 'req/s', ''],
      delayed.map(({ name, single, concurrent }) => [
        name,
        ms(single.p50),
        (single.p50 / delayMs).toFixed(2),
        ms(concurrent.p50),
        (concurrent.p50 / delayMs).toFixed(2),
        rate(concurrent.perSecond),
        mark(Math.max(single.p50, concurrent.p50) <= limits.roundTrips * delayMs),
      ]),
    ),
    ...(grown.length > 0 ? ['', growthTable(orders, grown)] : []),
    '',
    table(
      ['The Worker', '', ''],
      [
        ['bundle, gzip', `${workerFigures.bundleKb.toFixed(0)} KB`, mark(workerFigures.bundleKb < limits.bundleKb)],
        ['cold start until the first response', `${workerFigures.coldStartMs.toFixed(0)} ms`, ''],
        ['memory at start', `${workerFigures.memoryMb.start?.toFixed(0) ?? '–'} MB`, ''],
        ['memory after load', `${workerFigures.memoryMb.end?.toFixed(0) ?? '–'} MB`, ''],
      ],
    ),
  ].join('\n')
}

function figuresTable(rows: Measured[]) {
  return table(
    [
      '',
      '1 connection: /s',
      'p50 ms',
      'p99 ms',
      `${manyConnections} connections: /s`,
      'p50 ms',
      'p99 ms',
      'CPU ms: Worker',
      'endpoint',
      'Postgres',
      'client',
      'cores',
      'target /s',
      '',
      '× peers',
    ],
    rows.map(({ name, single, concurrent, peer }) => [
      name,
      rate(single.perSecond),
      ms(single.p50),
      ms(single.p99),
      rate(concurrent.perSecond),
      ms(concurrent.p50),
      ms(concurrent.p99),
      ms(concurrent.cpuMs['worker']),
      ms(concurrent.cpuMs['endpoint']),
      ms(concurrent.cpuMs['postgres']),
      ms(concurrent.cpuMs['client']),
      coresUsed(concurrent).toFixed(1),
      peer ? rate(targetRate(peer)) : '',
      peer ? mark(concurrent.failures === 0 && concurrent.perSecond >= targetRate(peer)) : '',
      peer ? timesPeer(peer, concurrent.perSecond).toFixed(0) : '',
    ]),
  )
}

/** If this is far below the number of cores, other programs were running and the figures mean little. */
function coresUsed({ cpuMs, perSecond }: Figures) {
  return (Object.values(cpuMs).reduce((sum, part) => sum + part, 0) * perSecond) / 1000
}

function failures(rows: { name: string; single: Figures; concurrent: Figures }[]): string[] {
  const failed = rows.flatMap(({ name, single, concurrent }) => [
    { name: `${name}, 1 connection`, ...single },
    { name: `${name}, ${manyConnections} connections`, ...concurrent },
  ])
  return failed.flatMap(({ name, failures: count, failure }) =>
    count > 0 ? [`✗ ${name}: ${count} FAILED, first: ${failure ?? ''}`] : [],
  )
}

function machineUse(measured: Measured[]) {
  const used = measured.map(({ concurrent }) => coresUsed(concurrent)).toSorted((a, b) => a - b)
  const median = used[Math.floor(used.length / 2)] ?? NaN
  return median < cpus().length * 0.8
    ? `The benchmark got ${median.toFixed(1)} of ${cpus().length} cores (median): other programs were running, so the true figures are higher.`
    : `The benchmark had the machine to itself (${median.toFixed(1)} of ${cpus().length} cores).`
}

function shareOfDriver(measured: Measured[], ceilings: Measured[]) {
  const [list] = measured
  const driver = ceilings.find(({ note }) => note === 'driver')
  if (!list || !driver) return ''
  const ratio = list.concurrent.perSecond / driver.concurrent.perSecond
  return `${mark(ratio >= limits.shareOfDriver)} ${list.name}: ${(ratio * 100).toFixed(0)} % of the throughput of its own SQL through the plain driver (target: at least ${(limits.shareOfDriver * 100).toFixed(0)} %)`
}

function growthTable(orders: number, grown: Grown[]) {
  return `Time with ${orders.toLocaleString('en')} orders divided by time with ${(orders / 10).toLocaleString('en')} (target: at most ${limits.growth})
${table(
  ['', 'p50 ms', 'a tenth', 'ratio', `/s at ${manyConnections}`, 'a tenth', 'ratio', ''],
  grown.map(({ name, large, small }) => {
    const single = large.single.p50 / small.single.p50
    const concurrent = small.concurrent.perSecond / large.concurrent.perSecond
    return [
      name,
      ms(large.single.p50),
      ms(small.single.p50),
      single.toFixed(2),
      rate(large.concurrent.perSecond),
      rate(small.concurrent.perSecond),
      concurrent.toFixed(2),
      mark(Math.max(single, concurrent) <= limits.growth),
    ]
  }),
)}`
}
