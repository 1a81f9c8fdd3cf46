import { env } from 'cloudflare:workers'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { takeSeen } from './contract.ts'

const { CONTRACT_COVERAGE } = z.object({ CONTRACT_COVERAGE: z.url() }).parse(env)

// Collected over the whole run: see test/support/node/contract-coverage.ts.
afterAll(async () => {
  const seen = takeSeen()
  if (seen.length > 0) await fetch(CONTRACT_COVERAGE, { method: 'POST', body: seen.join('\n') })
})
