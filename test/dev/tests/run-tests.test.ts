import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  mkdirSync('dist', { recursive: true })
  folder = mkdtempSync('dist/run-tests-')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Its set-up writes at the end, as those of the service do that say what the whole run lacks. */
const config = `export default { test: { globals: true, testTimeout: 60_000, reporters: [{}], projects: [
  { extends: true, test: { name: 'lamps', globalSetup: ['./setup.js'] } },
  { extends: true, test: { name: 'bulbs', include: ['*.bulbs.js'] } },
] } }`
const setup = `export default () => () => console.log('The set-up ends.')`

/** The exit code of a run of these files, and all that it prints. */
function run(files: Readonly<Record<string, string>>, ...options: readonly string[]): [number | null, string[]] {
  const root = mkdtempSync(join(folder, 'root-'))
  for (const [name, text] of Object.entries({ 'vitest.config.js': config, 'setup.js': setup, ...files }))
    writeFileSync(join(root, name), text)
  // With the variables of the run that this test is in, the other would take itself for a part of it.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  const { status, stdout } = spawnSync(process.execPath, ['dev/tests/run-tests.ts', '--root', root, ...options], {
    env,
    encoding: 'utf8',
  })
  return [status, stdout.replaceAll(`${root}/`, '').trimEnd().split('\n')]
}

const good = `test('shines', () => {}); test.skip('blinks', () => {})`
const bad = `describe('a lamp', () => test('goes out', () => expect(1).toBe(2)))`
/** Fails the first time that it runs. */
const wavering = (name: string) => `import { existsSync, writeFileSync } from 'node:fs'
  const ran = new URL('${name}.ran', import.meta.url)
  test('wavers', () => { if (!existsSync(ran)) { writeFileSync(ran, ''); throw new Error('once') } })`

test('closes with the failed tests, each with its file and its message, and the count of all', () => {
  const files = { 'good.test.js': good, 'bad.test.js': bad, 'broken.test.js': `throw new Error('No such lamp.')` }
  expect(run(files)).toEqual([
    1,
    [
      'The set-up ends.',
      'FAILED bad.test.js > a lamp > goes out',
      '  expected 1 to be 2 // Object.is equality',
      'FAILED broken.test.js',
      '  No such lamp.',
      '1 passed, 1 failed, 1 skipped',
    ],
  ])
})

/** Passes when both are running at the same time. */
const waiting = (own: string, other: string) => `import { existsSync, writeFileSync } from 'node:fs'
  test('waits', async () => {
    writeFileSync(new URL('${own}', import.meta.url), '')
    while (!existsSync(new URL('${other}', import.meta.url))) await new Promise((done) => setTimeout(done, 20))
  })`

test('runs some projects beside the rest, and counts all', () => {
  const files = { 'one.test.js': waiting('one', 'other'), 'other.bulbs.js': waiting('other', 'one') }
  expect(run(files, '--beside=bulbs', '--max-workers=1')).toEqual([
    0,
    ['The set-up ends.', '2 passed, 0 failed, 0 skipped'],
  ])
  expect(run(files, '--beside=bulbs', 'nothing-like-it')).toEqual([
    1,
    ['FAILED No file of tests matches nothing-like-it.'],
  ])
})

test('runs files that failed once more if told to, between the same set-ups, and names those that pass then', () => {
  const files = { 'good.test.js': good, 'one.test.js': wavering('one'), 'two.test.js': wavering('two') }
  expect(run(files, '--rerun-failed')).toEqual([
    0,
    ['The set-up ends.', 'flaky: one.test.js', 'flaky: two.test.js', '3 passed, 0 failed, 1 skipped'],
  ])
})

test('fails with a file that fails twice, with four files that fail once, and with an error outside of a test', () => {
  expect(run({ 'bad.test.js': bad, 'one.test.js': wavering('one') }, '--rerun-failed')).toEqual([
    1,
    [
      'The set-up ends.',
      'FAILED bad.test.js > a lamp > goes out',
      '  expected 1 to be 2 // Object.is equality',
      'flaky: one.test.js',
      '1 passed, 1 failed, 0 skipped',
    ],
  ])
  const four = Object.fromEntries(['one', 'two', 'three', 'four'].map((name) => [`${name}.test.js`, wavering(name)]))
  const [status, lines] = run(four, '--rerun-failed')
  expect([status, lines.at(-1)]).toEqual([1, '0 passed, 4 failed, 0 skipped'])
  const stray = `test('shines', async () => { void Promise.reject(new Error('stray')); await new Promise((r) => setTimeout(r, 50)) })`
  const files = { 'stray.test.js': stray, 'one.test.js': wavering('one') }
  expect(run(files, '--rerun-failed')).toEqual([
    1,
    ['The set-up ends.', 'FAILED one.test.js > wavers', '  once', 'FAILED stray', '1 passed, 1 failed, 0 skipped'],
  ])
})
