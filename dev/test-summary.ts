import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})

/** Prints the failed tests of Vitest's JSON reports, which are the arguments, and how many tests there were. */
function main() {
  const reports = process.argv.slice(2).map((path) => Report.parse(JSON.parse(readFileSync(path, 'utf8'))))
  for (const { testResults } of reports) {
    for (const file of testResults) {
      const path = relative(process.cwd(), file.name)
      const failed = file.assertionResults.filter(({ status }) => status === 'failed')
      for (const { fullName, failureMessages } of failed) printFailure(`${path} > ${fullName}`, failureMessages?.[0])
      // Such as a file that cannot be loaded.
      if (file.status === 'failed' && failed.length === 0) printFailure(path, file.message)
    }
  }
  const sum = (name: 'numPassedTests' | 'numFailedTests' | 'numPendingTests') =>
    reports.reduce((total, report) => total + report[name], 0)
  console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed, ${sum('numPendingTests')} skipped`)
}

function printFailure(what: string, message = '') {
  console.log(`FAILED ${what}\n  ${stripVTControlCharacters(message).split('\n')[0]}`)
}

main()
