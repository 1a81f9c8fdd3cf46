import { env } from 'cloudflare:workers'
import { z } from 'zod'

const Settings = z.object({
  /** Requests in all; ORDER_LIFE_STEPS in the environment asks for more. */
  ORDER_LIFE_STEPS: z.coerce.number().int().positive().catch(5_000),
  /** Printed with the figures; ORDER_LIFE_SEED asks for other requests. */
  ORDER_LIFE_SEED: z.coerce.number().int().positive().catch(20_261_121),
})

export const { ORDER_LIFE_STEPS: steps, ORDER_LIFE_SEED: seed } = Settings.parse(env)
