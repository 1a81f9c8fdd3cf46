import type { Vitest } from 'vitest/node'

/** Whether every test of the suite ran and passed, not only some files or projects. */
export async function isWholeRun(vitest: Vitest): Promise<boolean> {
  const names = new Set(vitest.projects.map(({ name }) => name))
  if (!['workerd', 'dev', 'e2e'].every((name) => names.has(name))) return false
  if (vitest.config.testNamePattern !== undefined || vitest.state.getCountOfFailedTests() > 0) return false
  const all = await vitest.globTestSpecifications()
  return all.length === vitest.state.getTestModules().length
}
