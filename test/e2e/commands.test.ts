import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { base64 } from '../areas/media/base64.ts'
import { commandsOf, pagesWithCommands, repository } from '../support/node/doc-commands.ts'

// Every command of the docs that needs nothing but the local stack, as it is printed.

const { baseUrl } = inject('stack')

/** Blocks that install, start, deploy or package something, which other tests do. */
const elsewhere =
  /\bnpm (?:ci|install|pack|run (?:dev|storefront|console|bench|-s listen))|\bwrangler\b|^npx |\bmcp-inspector\b/m

/** The refusals that a page shows. */
const refusals: Readonly<Record<string, readonly string[]>> = { 'README.md': ['401'], 'docs/tour.md': ['409'] }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commerce-docs-'))
  // A picture of one's own, and those of the repository.
  await writeFile(join(folder, 'scarf.jpg'), Buffer.from(base64.jpeg, 'base64'))
  await symlink(join(repository, 'dev'), join(folder, 'dev'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Tells the status of every answer on stderr, and gets the token from the stack of this run. */
const prelude = `
curl() { command curl -w '%{stderr}status %{http_code}\\n' "$@"; }
npm() { PORT=${new URL(baseUrl).port} command npm --prefix '${repository}' "$@"; }
BASE=${baseUrl}
TOKEN=$(npm run -s token -- owner@acme.test)
AUTH="Authorization: Bearer $TOKEN"
`

const blocksOf = (page: string) => commandsOf(page).filter((block) => !elsewhere.test(block))

const runnable = pagesWithCommands.filter((page) => blocksOf(page).some((block) => block.includes('curl')))

test.for(runnable.filter((page) => page !== 'docs/deploy.md'))(
  'the commands of %s do what the page says',
  async (page) => {
    const script = [prelude, ...blocksOf(page)].join('\n').replaceAll('http://127.0.0.1:8787', baseUrl)
    const shell = spawn('bash', ['-u'], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] })
    shell.stdin.end(script)
    const [shown, told] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')])
    const statuses = [...told.matchAll(/^status (\d+)$/gm)].map(([, status = '']) => status)
    const others = told.split('\n').filter((line) => line !== '' && !/^status \d+$/.test(line))
    expect(others, shown).toEqual([])
    expect(statuses.length).toBeGreaterThan(0)
    expect(
      statuses.filter((status) => !status.startsWith('2')),
      shown,
    ).toEqual(refusals[page] ?? [])
  },
)
