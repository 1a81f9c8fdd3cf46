import type { Vitest } from 'vitest/node'

/** Whether every file of `npm test` that is in the same queue ran and passed, not only some of them. */
export async function isWholeRun(vitest: Vitest): Promise<boolean> {
  if (process.env['TEST_LONG'] !== undefined) return false
  if (vitest.config.testNamePattern !== undefined || vitest.state.getCountOfFailedTests() > 0) return false
  const all = await vitest.globTestSpecifications()
  return all.length === vitest.state.getTestModules().length
}
