import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'test-summary-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const passed = { status: 'passed', fullName: 'lamps shine', failureMessages: [] }

function reportOf(name: string, testResults: readonly object[], [passing, failing]: readonly [number, number]) {
  const path = join(folder, name)
  const counts = { numPassedTests: passing, numFailedTests: failing, numPendingTests: 1 }
  writeFileSync(path, JSON.stringify({ ...counts, testResults }))
  return path
}

const summaryOf = (...paths: readonly string[]) =>
  spawnSync(process.execPath, ['dev/test-summary.ts', ...paths], { cwd: root, encoding: 'utf8' }).stdout

test('ends with the failed tests of all reports, each with its file and its message, and the counts', () => {
  const failed = {
    status: 'failed',
    fullName: 'lamps go out',
    failureMessages: ['AssertionError: expected \u001B[32m1\u001B[39m to be 2\n    at lamps.test.ts:3', 'Error: later'],
  }
  const file = {
    name: join(root, 'test/lamps.test.ts'),
    status: 'failed',
    message: '',
    assertionResults: [passed, failed],
  }
  const broken = {
    ...file,
    name: join(root, 'test/bulbs.test.ts'),
    message: 'No such module\n at x',
    assertionResults: [],
  }
  const short = reportOf('test.json', [file], [7, 1])
  const long = reportOf('long.json', [broken], [2, 0])
  expect(summaryOf(short, long)).toBe(
    `FAILED test/lamps.test.ts > lamps go out
  AssertionError: expected 1 to be 2
FAILED test/bulbs.test.ts
  No such module
9 passed, 1 failed, 2 skipped
`,
  )
})

test('is one line when nothing failed', () => {
  const file = { name: join(root, 'test/lamps.test.ts'), status: 'passed', message: '', assertionResults: [passed] }
  expect(summaryOf(reportOf('good.json', [file], [1, 0]))).toBe('1 passed, 0 failed, 1 skipped\n')
})
