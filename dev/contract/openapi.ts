import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const document = fileURLToPath(new URL('../../openapi.json', import.meta.url))
/** What the contract promised when it was last released. Empty until 1.0.0. */
const released = fileURLToPath(new URL('openapi/released.txt', import.meta.url))

type Made = {
  readonly openApiDocument: (read: (sample: string) => string) => Promise<unknown>
  readonly promisesOf: (document: unknown) => readonly string[]
  readonly broken: (released: readonly string[], now: readonly string[]) => readonly string[]
  readonly breakingChanges: Readonly<Record<string, string>>
}

// Not imports that TypeScript follows: the document is made from the Worker's code, whose types are not those of Node.
const load = (file: string): Promise<Made> => import(new URL(`openapi/${file}.ts`, import.meta.url).href)
const { openApiDocument } = await load('document')
const { promisesOf, broken } = await load('promises')
const { breakingChanges } = await load('breaking-changes')

const samples = new URL('../../docs/samples/', import.meta.url)
const made = await openApiDocument((sample) => readFileSync(new URL(sample, samples), 'utf8'))
const text = `${JSON.stringify(made, null, 2)}\n`
const promises = promisesOf(made)

if (process.argv.includes('--check')) check()
else write()

function write() {
  writeFileSync(document, text)
  if (process.argv.includes('--release')) writeFileSync(released, `${promises.join('\n')}\n`)
  console.log(`openapi.json: ${Math.round(text.length / 1024)} KB, ${promises.length} promises`)
}

function check() {
  const problems = [
    ...(readFileSync(document, 'utf8') === text ? [] : ['openapi.json is out of date. Run: npm run openapi']),
    ...broken(readFileSync(released, 'utf8').split('\n').filter(Boolean), promises)
      .filter((line) => !(line in breakingChanges))
      .map((line) => `breaks the released contract: ${line}`),
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) return
  console.error('Breaking changes need a reason in dev/contract/openapi/breaking-changes.ts (docs/versioning.md).')
  process.exitCode = 1
}
