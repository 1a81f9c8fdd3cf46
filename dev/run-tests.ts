import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { createVitest, parseCLI, type TestModule, type Vitest } from 'vitest/node'

/** More files than this do not fail by chance. */
const mostRerun = 3

/**
 * Runs Vitest once with the arguments, and closes with the failed tests and the tests' count. With `--rerun-failed`, files that
 * failed run once more, alone, at most three of them: one that passes then is named as flaky and does not fail the run.
 */
async function main() {
  // As Vitest's own command does. The settings of the tests depend on it.
  Object.assign(process.env, { TEST: 'true', VITEST: 'true', NODE_ENV: process.env['NODE_ENV'] ?? 'test' })
  const given = process.argv.slice(2).filter((each) => each !== '--rerun-failed')
  const { filter, options } = parseCLI(['vitest', 'run', ...given])
  const vitest = await createVitest({ ...options, watch: false })
  let closing: string[]
  try {
    const { unhandledErrors } = await vitest.start(filter)
    const isRerun = given.length < process.argv.length - 2 && unhandledErrors.length === 0
    const flaky = isRerun ? await rerun(vitest) : []
    const modules = vitest.state.getTestModules()
    closing = [...modules.flatMap(failuresOf), ...flaky.map((file) => `flaky: ${file}`), countsOf(modules)]
  } catch (error) {
    process.exitCode = 1
    closing = [`FAILED ${error instanceof Error ? error.message : String(error)}`]
  }
  // The set-ups of the projects then say what the whole run lacks, and that fails it, too.
  await vitest.exit()
  console.log(closing.join('\n'))
}

/** Runs the files that failed again, between the same set-ups, and returns those that pass. */
async function rerun(vitest: Vitest): Promise<string[]> {
  const failed = vitest.state.getTestModules().filter((module) => module.state() === 'failed')
  if (failed.length === 0 || failed.length > mostRerun) return []
  const flaky: string[] = []
  for (const module of failed) {
    const { unhandledErrors } = await vitest.runTestSpecifications([module.toTestSpecification()])
    const isGood = vitest.state.getTestModules([module.moduleId]).every((again) => again.state() === 'passed')
    if (isGood && unhandledErrors.length === 0) flaky.push(nameOf(module))
  }
  if (flaky.length === failed.length) process.exitCode = 0
  return flaky
}

function failuresOf(module: TestModule): string[] {
  if (module.state() !== 'failed') return []
  const failed = [...module.children.allTests('failed')].map((test) =>
    failureOf(`${nameOf(module)} > ${test.fullName}`, test.result().errors),
  )
  // Without a failed test, such as a file that cannot be loaded.
  return failed.length > 0 ? failed : [failureOf(nameOf(module), module.errors())]
}

function failureOf(what: string, errors: readonly { message: string }[] = []): string {
  return `FAILED ${what}\n  ${stripVTControlCharacters(errors[0]?.message ?? '').split('\n')[0]}`
}

const nameOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId)

function countsOf(modules: readonly TestModule[]): string {
  const states = modules.flatMap(({ children }) => [...children.allTests()].map((test) => test.result().state))
  const count = (state: (typeof states)[number]) => states.filter((each) => each === state).length
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`
}

await main()
