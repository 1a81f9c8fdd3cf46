import { env } from 'cloudflare:workers'
import { z } from 'zod'
import { tries } from '../../../support/run/effort.ts'

const Settings = z.object({
  /** The number of requests. */
  ORDER_LIFE_STEPS: z.coerce.number().int().positive().catch(tries(10_000)),
  /** Printed with the results. Another seed makes other requests. */
  ORDER_LIFE_SEED: z.coerce.number().int().positive().catch(20_261_121),
})

export const { ORDER_LIFE_STEPS: steps, ORDER_LIFE_SEED: seed } = Settings.parse(env)
