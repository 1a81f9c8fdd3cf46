import { env } from 'cloudflare:workers'
import { z } from 'zod'

const { TEST_LONG, TEST_EVENTS } = z.object({ TEST_LONG: z.string(), TEST_EVENTS: z.string() }).parse(env)

export const isLong = TEST_LONG !== ''

/** The number of runs of a test with random or large input: all in `npm run test:long`, a thirtieth in `npm test`. */
export const tries = (all: number): number => (isLong ? all : Math.ceil(all / 30))

/** The number of events to deliver. TEST_EVENTS=10000 overrides both. */
export const eventsToDeliver = (all: number, few: number): number =>
  TEST_EVENTS === '' ? (isLong ? all : few) : Number(TEST_EVENTS)

/** How many to try: all in `npm run test:long`, and in `npm test` as many as are enough, such as for requests to collide. */
export const crowd = (all: number, enough: number): number => (isLong ? all : enough)
