import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { seed } from '../../../dev/stack/seed/seed.ts'
import { testIssuer } from '../callers/test-issuer.ts'
import { listen } from './servers/listen.ts'

const figuresFile = fileURLToPath(new URL('../../protocols/mcp/tasks/figures.json', import.meta.url))

/** The migrated database with the data of the local stack, for tests to copy. Made when a test first asks for it. */
const seeded = 'commerce_seeded'

/**
 * Serves the tests of assistants' tasks: `GET` makes the seeded database and answers its name, and `PUT` takes the figures
 * of a task. With TASKS=renew, they replace those in test/protocols/mcp/tasks/figures.json.
 */
export async function startSeededDatabase(ownerUrl: string, template: string) {
  let made: Promise<void> | undefined
  const measured: [string, unknown][] = []
  const { url, close } = await listen((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse) {
    try {
      if (request.method === 'PUT') {
        const body = await text(request)
        measured.push([decodeURIComponent((request.url ?? '/').slice(1)), JSON.parse(body)])
      } else await (made ??= make(ownerUrl, template))
      response.end(seeded)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  }

  return {
    url,
    async close() {
      await close()
      if (process.env['TASKS'] === 'renew' && measured.length > 0) await renew(measured)
    },
  }
}

async function make(ownerUrl: string, template: string): Promise<void> {
  const url = new URL(ownerUrl)
  url.pathname = 'postgres'
  const maintenance = new pg.Client({ connectionString: url.href })
  await maintenance.connect()
  await maintenance.query(`create database ${seeded} template ${template}`)
  await maintenance.query(`revoke temporary on database ${seeded} from public`)
  await maintenance.end()
  url.pathname = seeded
  await seed({ ownerUrl: url.href, issuer: testIssuer, baseUrl: 'https://commerce.test' })
}

/** Figures of tasks that this run did not try stay as they are. */
async function renew(measured: readonly [string, unknown][]): Promise<void> {
  const kept: object = JSON.parse(await readFile(figuresFile, 'utf8').catch(() => '{}'))
  const all = Object.entries({ ...kept, ...Object.fromEntries(measured) })
  const figures = Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(figuresFile, `${JSON.stringify(figures, null, 2)}\n`)
}
