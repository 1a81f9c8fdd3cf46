import { cpus, totalmem } from 'node:os'
import { settings } from './database-server.ts'
import type { Figures } from './load.ts'
import { mark, ms, rate, table } from './table.ts'
import { limits, type Peer, timesPeer, wanted } from './targets.ts'

export type Measured = { name: string; alone: Figures; many: Figures; peer?: Peer; note?: string }
export type Delayed = { name: string; alone: Figures; many: Figures }
export type Grown = { name: string; large: Pair; small: Pair }
type Pair = { alone: Figures; many: Figures }

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

export function report({ orders, postgres, measured, ceilings, delayed, delayMs, grown, ...whole }: Report): string {
  return [
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB · Node ${process.versions.node} · PostgreSQL ${postgres}, ${Object.entries(
      settings,
    )
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}, else its defaults (fsync on)`,
    `1,000 stores, ${orders.toLocaleString('en')} orders, ${Math.floor(orders / 50).toLocaleString('en')} of them in the hot store; load, Worker, endpoint and database share the cores`,
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
    busy(measured),
    '',
    share(measured, ceilings),
    '',
    `With ${delayMs} ms added between Worker and database, p50 in round trips (at most ${limits.roundTrips})`,
    table(
      ['', '1 at once: ms', 'round trips', `${manyConnections} at once: ms`, 'round trips', 'req/s', ''],
      delayed.map(({ name, alone, many }) => [
        name,
        ms(alone.p50),
        (alone.p50 / delayMs).toFixed(2),
        ms(many.p50),
        (many.p50 / delayMs).toFixed(2),
        rate(many.perSecond),
        mark(Math.max(alone.p50, many.p50) <= limits.roundTrips * delayMs),
      ]),
    ),
    ...(grown.length > 0 ? ['', growth(orders, grown)] : []),
    '',
    table(
      ['The Worker', '', ''],
      [
        ['bundle, gzip', `${whole.bundleKb.toFixed(0)} KB`, mark(whole.bundleKb < limits.bundleKb)],
        ['cold start to the first answer', `${whole.coldStartMs.toFixed(0)} ms`, ''],
        ['memory at start', `${whole.memoryMb.start?.toFixed(0) ?? '–'} MB`, ''],
        ['memory after the load', `${whole.memoryMb.end?.toFixed(0) ?? '–'} MB`, ''],
      ],
    ),
  ].join('\n')
}

function figuresTable(rows: Measured[]) {
  return table(
    [
      '',
      '1 at once: /s',
      'p50 ms',
      'p99 ms',
      `${manyConnections} at once: /s`,
      'p50 ms',
      'p99 ms',
      'CPU ms: Worker',
      'endpoint',
      'Postgres',
      'client',
      'cores',
      'wanted /s',
      '',
      'peers ×',
    ],
    rows.map(({ name, alone, many, peer }) => [
      name,
      rate(alone.perSecond),
      ms(alone.p50),
      ms(alone.p99),
      rate(many.perSecond),
      ms(many.p50),
      ms(many.p99),
      ms(many.cpuMs['worker']),
      ms(many.cpuMs['endpoint']),
      ms(many.cpuMs['postgres']),
      ms(many.cpuMs['client']),
      coresUsed(many).toFixed(1),
      peer ? rate(wanted(peer)) : '',
      peer ? mark(many.failures === 0 && many.perSecond >= wanted(peer)) : '',
      peer ? timesPeer(peer, many.perSecond).toFixed(0) : '',
    ]),
  )
}

/** If this is far below the number of cores, other programs were running and the figures mean little. */
function coresUsed({ cpuMs, perSecond }: Figures) {
  return (Object.values(cpuMs).reduce((sum, part) => sum + part, 0) * perSecond) / 1000
}

function failures(rows: { name: string; alone: Figures; many: Figures }[]): string[] {
  const failed = rows.flatMap(({ name, alone, many }) => [
    { name: `${name}, 1 at once`, ...alone },
    { name: `${name}, ${manyConnections} at once`, ...many },
  ])
  return failed.flatMap(({ name, failures: count, failure }) =>
    count > 0 ? [`✗ ${name}: ${count} FAILED, the first with ${failure ?? ''}`] : [],
  )
}

function busy(measured: Measured[]) {
  const used = measured.map(({ many }) => coresUsed(many)).toSorted((a, b) => a - b)
  const middle = used[Math.floor(used.length / 2)] ?? NaN
  return middle < cpus().length * 0.8
    ? `The bench got ${middle.toFixed(1)} of ${cpus().length} cores (the middle of these): others were at work, so the true figures are higher.`
    : `The bench had the machine to itself (${middle.toFixed(1)} of ${cpus().length} cores).`
}

function share(measured: Measured[], ceilings: Measured[]) {
  const [list] = measured
  const driver = ceilings.find(({ note }) => note === 'driver')
  if (!list || !driver) return ''
  const reached = list.many.perSecond / driver.many.perSecond
  return `${mark(reached >= limits.shareOfDriver)} ${list.name}: ${(reached * 100).toFixed(0)} % of what its own SQL does through the plain driver (at least ${(limits.shareOfDriver * 100).toFixed(0)} %)`
}

function growth(orders: number, grown: Grown[]) {
  return `Time with ${orders.toLocaleString('en')} orders over time with ${(orders / 10).toLocaleString('en')} (at most ${limits.growth})
${table(
  ['', 'p50 ms', 'a tenth', 'ratio', `/s at ${manyConnections}`, 'a tenth', 'ratio', ''],
  grown.map(({ name, large, small }) => {
    const alone = large.alone.p50 / small.alone.p50
    const many = small.many.perSecond / large.many.perSecond
    return [
      name,
      ms(large.alone.p50),
      ms(small.alone.p50),
      alone.toFixed(2),
      rate(large.many.perSecond),
      rate(small.many.perSecond),
      many.toFixed(2),
      mark(Math.max(alone, many) <= limits.growth),
    ]
  }),
)}`
}
