import { z } from 'zod'
import { readSettings } from './settings.ts'
import { accessToken, ProviderUnreachable } from './identity/sign-in.ts'
import { Trace } from './neon/trace.ts'

const usage = `Usage: npm run -s trace -- [--as <email>] [--store <slug>] <method> <path> [<JSON>]
Sends a request to the local stack, and prints which functions of the database it called, how often and how long, and how many rows
of which tables it read and wrote. Functions that PostgreSQL inlines are not counted.`

function optionsIn(given: readonly string[]) {
  const rest = [...given]
  const take = (name: string, usual: string) => {
    const at = rest.indexOf(name)
    return at < 0 ? usual : (rest.splice(at, 2)[1] ?? usual)
  }
  const [email, store] = [take('--as', 'owner@acme.test'), take('--store', 'acme')]
  const [method, path, body] = rest
  return method === undefined || path === undefined ? undefined : { email, store, method, path, body }
}

/** Rows as columns of one width, numbers to the right. */
function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [head, ...rows.map((row) => row.map(String))]
  const widths = head.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)))
  const last = head.length - 1
  return cells
    .map((row) => row.map((cell, at) => (at === last ? cell : cell.padStart(widths[at] ?? 0))).join('  '))
    .map((line) => `  ${line}`)
    .join('\n')
}

function printed({ statements, ms, refused, functions, tables }: Trace): string {
  const calls = functions.reduce((sum, each) => sum + each.calls, 0)
  const lines = [
    `${statements.length} ${statements.length === 1 ? 'statement' : 'statements'}, ${ms.toFixed(1)} ms${refused ? ', refused' : ''}: ${functions.length} functions in ${calls} calls`,
    table(
      ['calls', 'ms', 'own ms', 'function'],
      functions.map(({ name, calls: count, total_ms, own_ms }) => [
        count,
        total_ms.toFixed(2),
        own_ms.toFixed(2),
        name,
      ]),
    ),
    table(
      ['read', 'inserted', 'updated', 'deleted', 'table'],
      tables.map(({ name, read, inserted, updated, deleted }) => [read, inserted, updated, deleted, name]),
    ),
  ]
  return lines.join('\n')
}

async function main(given: readonly string[]): Promise<number> {
  const options = optionsIn(given)
  if (options === undefined) {
    console.error(usage)
    return 1
  }
  const { email, store, method, path, body } = options
  const { issuer, cliRedirectUri, baseUrl, ports } = readSettings(process.env)
  try {
    const token = await accessToken({ issuer, redirectUri: cliRedirectUri, email })
    const control = `http://127.0.0.1:${ports.neonEndpoint}/trace`
    const headers = { Authorization: `Bearer ${token}`, 'X-Store-Id': store, 'Content-Type': 'application/json' }
    // The first request of a connection looks up more.
    await fetch(new URL('/api/me', baseUrl), { headers })
    await fetch(control, { method: 'POST' })
    let traces: readonly Trace[] = []
    const request = { method, headers, ...(body !== undefined && { body }) }
    const answer = await fetch(new URL(path, baseUrl), request)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      // Also without an answer: while it traces, the endpoint is slow.
      .finally(async () => (traces = z.array(Trace).parse(await (await fetch(control, { method: 'DELETE' })).json())))
    console.log(`${method} ${path}: ${answer.status}, round trips to the database: ${traces.length}`)
    if (answer.status >= 400) console.log(answer.text)
    for (const trace of traces) console.log(`\n${printed(trace)}`)
    return 0
  } catch (error) {
    if (error instanceof ProviderUnreachable) console.error(`${error.message}. Start it with npm run dev.`)
    else console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
