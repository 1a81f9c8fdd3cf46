import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { createVitest, parseCLI, type TestModule, type Vitest } from 'vitest/node'
import { z } from 'zod'

/** If more files fail, it is not by chance. */
const mostFlaky = 3

const given = process.argv.slice(2)
const isOwn = (argument: string) => /^--(rerun-failed$|beside=)/.test(argument)
const rerunFailed = given.includes('--rerun-failed')
const beside = given.flatMap((argument) => (argument.startsWith('--beside=') ? argument.slice(9).split(',') : []))

/**
 * Runs Vitest once with the arguments. At the end, prints the failed tests and how many tests there were. The projects in
 * `--beside=one,other` have a queue of their own, which runs at the same time as that of the rest. With `--rerun-failed`, if at
 * most three files failed, each runs once more, alone. One that passes then is printed as flaky, and does not fail the run.
 */
async function main() {
  // As Vitest's own command does. The settings of the tests depend on it.
  Object.assign(process.env, { TEST: 'true', VITEST: 'true', NODE_ENV: process.env['NODE_ENV'] ?? 'test' })
  const { filter, options } = parseCLI(['vitest', 'run', ...given.filter((argument) => !isOwn(argument))])
  const queues =
    options.project || beside.length === 0 ? [options.project ?? []] : [beside.map((name) => `!${name}`), beside]
  const all = await Promise.all(queues.map((project) => createVitest({ ...options, project, watch: false })))
  const closing: string[] = []
  // Vitest ends the process when closing takes too long.
  const unfinished = () => void (process.exitCode ||= 1)
  process.once('exit', unfinished)
  try {
    const found = await Promise.all(all.map((vitest) => vitest.globTestSpecifications(filter)))
    const used = all.filter((_, index) => found[index]?.length)
    if (used.length === 0) throw new Error(`No file of tests matches ${filter.join(' ')}.`)
    const runs = await Promise.allSettled(used.map((vitest) => vitest.start(filter)))
    const errors = runs.flatMap((run) => (run.status === 'rejected' ? [run.reason] : run.value.unhandledErrors))
    const flaky = rerunFailed && errors.length === 0 ? await rerun(used) : []
    const modules = used.flatMap(({ state }) => state.getTestModules())
    closing.push(...modules.flatMap(failuresOf), ...errors.map((error) => `FAILED ${messageOf(error)}`))
    closing.push(...flaky.map((file) => `flaky: ${file}`), countsOf(modules))
    if (errors.length > 0) process.exitCode = 1
  } catch (error) {
    process.exitCode = 1
    closing.push(`FAILED ${messageOf(error)}`)
  }
  // The set-ups of the projects then say what the whole run lacks, and that fails it, too.
  await Promise.all(all.map((vitest) => vitest.close()))
  process.off('exit', unfinished)
  console.log(closing.join('\n'))
  await Promise.all(all.map((vitest) => vitest.exit()))
}

/** Runs the files that failed again, between the same set-ups, and returns those that pass. */
async function rerun(all: readonly Vitest[]): Promise<string[]> {
  const failed = all.flatMap((vitest) =>
    vitest.state.getTestModules().flatMap((module) => (module.state() === 'failed' ? [{ vitest, module }] : [])),
  )
  if (failed.length === 0 || failed.length > mostFlaky) return []
  const flaky: string[] = []
  for (const { vitest, module } of failed) {
    const { unhandledErrors } = await vitest.runTestSpecifications([module.toTestSpecification()])
    const isGood = vitest.state.getTestModules([module.moduleId]).every((again) => again.state() === 'passed')
    if (isGood && unhandledErrors.length === 0) flaky.push(nameOf(module))
  }
  if (flaky.length === failed.length) process.exitCode = undefined
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

/** Of an error, also of one that another process sent. */
const messageOf = (error: unknown) =>
  z.looseObject({ message: z.string() }).safeParse(error).data?.message ?? 'unknown error'

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
