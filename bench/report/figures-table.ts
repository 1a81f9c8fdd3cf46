import { cpus } from 'node:os'
import type { Figures } from '../load/load.ts'
import { manyConnections, type Measured, type MeasuredRow } from '../measures/measurements.ts'
import { mark, ms, rate, table } from './table.ts'
import { type Outcome, outcomeOf, targets, timesPeer } from './targets.ts'

const figureHeads = [
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
]

/** The rows of the service, then the ceilings. Names the rows that miss their target below the table. */
export function figuresTable(rows: readonly MeasuredRow[], ceilings: readonly Measured[], bare: Measured): string {
  const shareOfBare = ({ concurrent }: Measured) => concurrent.perSecond / bare.concurrent.perSecond
  const judged = rows.map((row) => {
    const target = targets[row.scenario]
    const share = shareOfBare(row)
    const times = target && timesPeer(target, row.concurrent.perSecond)
    return { row, share, times, outcome: target && outcomeOf(target, { ...row, shareOfBare: share }) }
  })
  return [
    table(
      ['', ...figureHeads, 'of bare', '× peer', 'target', ''],
      [
        ...judged.map(({ row, share, times, outcome }) => [
          ...cellsOf(row),
          share.toFixed(2),
          times?.toFixed(1) ?? '',
          outcome?.target ?? '',
          outcome ? mark(outcome.reached) : '',
        ]),
        ...ceilings.map((row) => [...cellsOf(row), shareOfBare(row).toFixed(2), '', '', '']),
      ],
    ),
    '',
    ...judged.flatMap(({ row, outcome }) => missedLine(row.name, outcome)),
  ].join('\n')
}

/** The rows alone, without targets. */
export const plainTable = (rows: readonly Measured[]): string => table(['', ...figureHeads], rows.map(cellsOf))

const missedLine = (name: string, outcome: Outcome | undefined) =>
  outcome && !outcome.reached ? [`✗ MISSED: ${name}: ${outcome.reasons.join(', ')}`] : []

const cellsOf = ({ name, single, concurrent }: Measured) => [
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
]

/** If this is far below the number of cores, other programs were running and the figures mean little. */
function coresUsed({ cpuMs, perSecond }: Figures) {
  return (Object.values(cpuMs).reduce((sum, part) => sum + part, 0) * perSecond) / 1000
}

export function machineUse(measured: readonly Measured[]): string {
  const used = measured.map(({ concurrent }) => coresUsed(concurrent)).toSorted((a, b) => a - b)
  const median = used[Math.floor(used.length / 2)] ?? NaN
  return median < cpus().length * 0.8
    ? `The benchmark got ${median.toFixed(1)} of ${cpus().length} cores (median): other programs were running, so the true figures are higher.`
    : `The benchmark had the machine to itself (${median.toFixed(1)} of ${cpus().length} cores).`
}
