import type { Figures } from '../load/load.ts'
import { mark, ms, rate, table } from './table.ts'
import type { WebhookFigures } from '../measures/webhooks.ts'

export const webhooksTable = ({ without, one, deliveriesPerSecond }: WebhookFigures): string =>
  table(
    ['Webhooks, hot store', '1 connection: p50 ms', '/s', 'CPU ms: Worker', 'endpoint', 'Postgres', ''],
    [
      ['create, two lines, no webhook', ...cellsOf(without)],
      ['create, two lines, one webhook, with its delivery', ...cellsOf(one)],
      ['deliveries to a receiver on this machine', '', rate(deliveriesPerSecond), '', '', '', ''],
    ],
  )

const cellsOf = ({ p50, perSecond, cpuMs, failures }: Figures) => [
  ms(p50),
  rate(perSecond),
  ms(cpuMs['worker']),
  ms(cpuMs['endpoint']),
  ms(cpuMs['postgres']),
  mark(failures === 0),
]
