import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'

/** The number of orders. One in fifty belongs to the hot store. */
const Orders = z.coerce.number().int().min(10_000).max(20_000_000)

const Options = z.object({
  orders: Orders.default(1_000_000),
  /** The duration of each measurement, after a warm-up of a third of it. */
  seconds: z.coerce.number().min(0.5).max(120).default(4),
  /** Also measure the growth from a tenth of the orders. Default: true from a million orders. */
  compare: z.boolean().optional(),
  /** Only measure the growth between these numbers of orders. */
  grow: z
    .preprocess((list) => (typeof list === 'string' ? list.split(',') : list), z.array(Orders).min(2))
    .transform((sizes) => [...new Set(sizes)].toSorted((one, other) => one - other))
    .optional(),
  /** Only measure these rows: names of scenarios (requests.ts), and `webhooks`. */
  only: z
    .string()
    .transform((list) => list.split(','))
    .optional(),
  explain: z.boolean().default(false),
  /** Only create the data sets. */
  'seed-only': z.boolean().default(false),
  reset: z.boolean().default(false),
  /** Only call every operation on a store that is at all limits. */
  limits: z.boolean().default(false),
})

export type Options = {
  orders: number
  seconds: number
  compare: boolean
  grow: number[] | undefined
  only: string[] | undefined
  explain: boolean
  seedOnly: boolean
  reset: boolean
  limits: boolean
  dir: string
}

const usage = `npm run bench -- [--orders 1000000] [--seconds 4] [--compare | --no-compare] [--explain] [--reset]
npm run bench -- --grow 100000,1000000 [--only list,create] [--seconds 4] [--reset]
npm run bench -- --only feed,webhooks [--orders 10000] [--seconds 4]
npm run bench -- --limits [--reset]
npm run bench -- --seed-only [--orders 1000000 | --grow 100000,1000000] [--reset]
Data is kept in BENCH_DIR (.dev/bench) for the next run of the same size.`

export function readOptions(args: string[], environment: Record<string, string | undefined>): Options {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      orders: { type: 'string' },
      seconds: { type: 'string' },
      compare: { type: 'boolean' },
      explain: { type: 'boolean' },
      grow: { type: 'string' },
      only: { type: 'string' },
      'seed-only': { type: 'boolean' },
      reset: { type: 'boolean' },
      limits: { type: 'boolean' },
    },
  })
  const parsed = Options.safeParse(values)
  if (!parsed.success) throw new Error(`${z.prettifyError(parsed.error)}\n\n${usage}`)
  const {
    orders,
    seconds,
    explain,
    reset,
    limits,
    grow,
    only,
    compare = orders >= 1_000_000 && !grow && !only,
    'seed-only': seedOnly,
  } = parsed.data
  if (compare && orders < 100_000)
    throw new Error('--compare needs at least 100,000 orders, because it also measures a tenth of them.')
  if (compare && grow) throw new Error('Give either --compare or --grow.')
  const dir = resolve(environment['BENCH_DIR'] ?? '.dev/bench')
  return { orders, seconds, compare, grow, only, explain, seedOnly, reset, limits, dir }
}
