import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { coverageOf } from './coverage.ts'

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Prints which operations and error codes of the contract the last test run has seen. */
function main() {
  const document: unknown = JSON.parse(readFileSync(fileAt('../../openapi.json'), 'utf8'))
  const seen = z.array(z.string()).parse(JSON.parse(readFileSync(fileAt('../../dist/contract-coverage.json'), 'utf8')))
  const { operations, codes } = coverageOf(document, seen)

  console.log('operation                      success  error codes seen  not seen')
  for (const { id, succeeded, codes: own } of operations) {
    const missing = own.filter(([, isSeen]) => !isSeen).map(([code]) => code)
    const ratio = `${own.length - missing.length}/${own.length}`
    console.log(`${id.padEnd(30)} ${(succeeded ? 'yes' : 'NO').padEnd(8)} ${ratio.padEnd(17)} ${missing.join(' ')}`)
  }
  console.log('\ncode                           operations that list it  seen')
  for (const { code, listed, seen: count } of codes)
    console.log(`${code.padEnd(30)} ${String(listed).padEnd(24)} ${count}`)
  const all = operations.flatMap(({ codes: own }) => own)
  const succeeded = operations.filter((each) => each.succeeded).length
  console.log(
    `\n${succeeded} of ${operations.length} operations, ${codes.filter(({ seen: count }) => count > 0).length} of ${codes.length} codes, ` +
      `${all.filter(([, isSeen]) => isSeen).length} of ${all.length} codes of operations`,
  )
}

main()
