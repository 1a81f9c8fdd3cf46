import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'

const Options = z.object({
  /** The number of orders. One in fifty belongs to the hot store. */
  orders: z.coerce.number().int().min(10_000).max(20_000_000).default(1_000_000),
  /** The duration of each measurement, after a warm-up of a third of it. */
  seconds: z.coerce.number().min(0.5).max(120).default(4),
  /** Also measure with a tenth of the orders. Default: true from a million orders. */
  compare: z.boolean().optional(),
  explain: z.boolean().default(false),
  reset: z.boolean().default(false),
})

export type Options = Required<z.output<typeof Options>> & { dir: string }

const usage = `npm run bench -- [--orders 1000000] [--seconds 4] [--compare | --no-compare] [--explain] [--reset]
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
      reset: { type: 'boolean' },
    },
  })
  const parsed = Options.safeParse(values)
  if (!parsed.success) throw new Error(`${z.prettifyError(parsed.error)}\n\n${usage}`)
  const { compare = parsed.data.orders >= 1_000_000, ...rest } = parsed.data
  if (compare && rest.orders < 100_000)
    throw new Error('--compare needs at least 100,000 orders, because it also measures a tenth of them.')
  return { ...rest, compare, dir: resolve(environment['BENCH_DIR'] ?? '.dev/bench') }
}
