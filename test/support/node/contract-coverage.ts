import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'

const folder = fileURLToPath(new URL('../../../dist', import.meta.url))

/** Collects which responses of the contract the tests have seen, and stores them for `npm run coverage:contract`. */
export async function startContractCoverage() {
  const seen = new Set<string>()
  const server = createServer((request, response) => void collect(request, response))
  async function collect(request: IncomingMessage, response: ServerResponse) {
    for (const line of (await text(request)).split('\n')) if (line !== '') seen.add(line)
    response.end()
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve)
      })
      await mkdir(folder, { recursive: true })
      await writeFile(`${folder}/contract-coverage.json`, JSON.stringify([...seen].toSorted(), null, 1))
      return seen
    },
  }
}
