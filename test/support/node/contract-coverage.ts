import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { coverageOf, coverageProblems } from '../../../dev/contract/coverage.ts'
import { neverSeen } from './never-seen.ts'
import { listen } from './servers/listen.ts'

const fileAt = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Collects which responses of the contract the tests have seen, and stores them for `npm run coverage:contract`. */
export async function startContractCoverage() {
  const seen = new Set<string>()
  const { url, close } = await listen((request, response) => void collect(request, response))
  async function collect(request: IncomingMessage, response: ServerResponse) {
    for (const line of (await text(request)).split('\n')) if (line !== '') seen.add(line)
    response.end()
  }
  return {
    url: `${url}/`,
    /** What a run of the whole suite lacks. */
    async problems(): Promise<string[]> {
      const document: unknown = JSON.parse(await readFile(fileAt('openapi.json'), 'utf8'))
      return coverageProblems(coverageOf(document, [...seen]), neverSeen)
    },
    async close() {
      await close()
      await mkdir(fileAt('dist'), { recursive: true })
      await writeFile(fileAt('dist/contract-coverage.json'), JSON.stringify([...seen].toSorted(), null, 1))
    },
  }
}
