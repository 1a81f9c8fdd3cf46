import { env } from 'cloudflare:workers'
import { z } from 'zod'

const { TEST_LONG } = z.object({ TEST_LONG: z.string() }).parse(env)

export const isLong = TEST_LONG !== ''

/** The number of runs of a test with random or large input: all in `npm run test:long`, a thirtieth in `npm test`. */
export const tries = (all: number): number => (isLong ? all : Math.ceil(all / 30))
