import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const oxlint = join(root, 'node_modules', '.bin', 'oxlint')

// "billing" represents any area. Which room may import which is in rooms.test.ts.
const allowed = [
  ['src/areas/billing/charge-card.ts', './receipt.ts'],
  ['src/areas/billing/charge-card.ts', '../../platform/operation/operation.ts'],
  ['src/areas/billing/charge-card.ts', '../../platform/db/schema/orders.ts'],
  ['src/areas/billing/charge-card.ts', 'drizzle-orm'],
  ['src/areas/billing/charge-card.ts', '../../platform/auth/tokens/vault.ts'],
  ['src/areas/billing/charge-card.ts', '../orders/order.ts'],
  ['src/areas/billing/cards/add-card.ts', '../../../platform/db/client.ts'],
  ['src/areas/billing/routes.ts', './charge-card.ts'],
  ['src/areas/billing/routes.ts', '../../platform/http/routes/routes.ts'],
  ['src/areas/billing/routes.ts', 'hono'],
  ['src/areas/billing/hooks/routes.ts', 'hono'],
  ['src/areas/billing/tools.ts', '../../platform/tools/tool.ts'],
  ['src/pages/settings/store/page.tsx', '../../../areas/billing/charge-card.ts'],
  ['src/protocols/mcp/catalog.ts', '../../areas/billing/tools.ts'],
  ['src/platform/http/new-step.ts', 'hono'],
  ['src/platform/http/new-step.ts', '../auth/session/session.ts'],
  ['src/platform/http/new-step.ts', '../db/client.ts'],
  ['src/platform/auth/sign-in/new-cookie.ts', 'hono'],
] as const

const forbidden = [
  ['src/areas/billing/charge-card.ts', 'hono'],
  ['src/areas/billing/charge-card.ts', 'hono/cookie'],
  ['src/areas/billing/charge-card.ts', '@hono/zod-validator'],
  ['src/areas/billing/charge-card.ts', '@modelcontextprotocol/server'],
  ['src/areas/billing/charge-card.ts', '../../platform/http/problem.ts'],
  ['src/areas/billing/charge-card.ts', '../../platform/tools/tool.ts'],
  ['src/areas/billing/charge-card.ts', './routes.ts'],
  ['src/areas/billing/charge-card.ts', './tools.ts'],
  ['src/areas/billing/charge-card.ts', '../orders/tools.ts'],
  ['src/areas/billing/cards/add-card.ts', 'hono'],
  ['src/areas/billing/cards/add-card.ts', '../../../platform/http/problem.ts'],
  ['src/areas/billing/cards/add-card.ts', '../routes.ts'],
  ['src/areas/billing/cards/old/remove-card.ts', 'hono'],
  ['src/areas/billing/cards/old/remove-card.ts', '../../../../platform/http/problem.ts'],
  ['src/areas/billing/routes.ts', 'drizzle-orm'],
  ['src/areas/billing/routes.ts', '../../platform/db/client.ts'],
  ['src/areas/billing/tools.ts', 'drizzle-orm/pg-core'],
  ['src/areas/billing/tools.ts', 'hono'],
  ['src/areas/billing/tools.ts', '../../platform/http/problem.ts'],
  ['src/areas/billing/tools.ts', './routes.ts'],
  ['src/areas/billing/hooks/routes.ts', '../../../platform/db/client.ts'],
  ['src/pages/settings/store/page.tsx', '../../../platform/db/client.ts'],
  ['src/protocols/mcp/catalog.ts', 'drizzle-orm'],
  ['src/protocols/oauth/new-endpoint.ts', '../../platform/db/schema/oauth.ts'],
  ['src/platform/tools/new-tool.ts', 'drizzle-orm'],
  ['src/platform/tools/new-tool.ts', 'hono'],
  ['src/platform/tools/new-tool.ts', '@modelcontextprotocol/server'],
  ['src/platform/http/new-step.ts', 'drizzle-orm'],
  ['src/platform/http/new-step.ts', '../db/schema/orders.ts'],
  ['src/platform/db/new-statement.ts', 'hono'],
  ['src/platform/transfer/new-format.ts', '../http/problem.ts'],
] as const

const Report = z.object({
  diagnostics: z.array(z.object({ filename: z.string(), code: z.string(), message: z.string() })),
})

let project: string
let refused: string[]

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'lint-rules-'))
  copyFileSync(join(root, '.oxlintrc.json'), join(project, '.oxlintrc.json'))
  for (const [file, imported] of [...allowed, ...forbidden]) append(file, `export * from '${imported}'\n`)
  append('src/areas/billing/long.ts', '// one more line\n'.repeat(201))
  append(
    'src/areas/billing/card.ts',
    "import type { Deck } from './deck.ts'\nexport type Card = { readonly deck: Deck }\n",
  )
  append('src/areas/billing/deck.ts', "import type { Card } from './card.ts'\nexport type Deck = readonly Card[]\n")
  append('src/pages/settings/store/child.tsx', 'export const Child = () => <p>Saved</p>\n')
  append('src/pages/settings/store/attribute.tsx', 'export const Attribute = () => <img alt="A store" />\n')
  const { stdout } = spawnSync(oxlint, ['--format', 'json', project], { cwd: project, encoding: 'utf8' })
  refused = Report.parse(JSON.parse(stdout)).diagnostics.map(({ filename, code, message }) => {
    const [, imported] = /^'(.+)' import is restricted/.exec(message) ?? []
    return `${filename.slice(filename.indexOf('src/'))} ${imported ?? code}`
  })
})
afterAll(() => rmSync(project, { recursive: true }))

function append(file: string, text: string) {
  mkdirSync(dirname(join(project, file)), { recursive: true })
  appendFileSync(join(project, file), text)
}

test.each(allowed)('%s may import %s', (file, imported) => {
  expect(refused).not.toContain(`${file} ${imported}`)
})

test.each(forbidden)('%s may not import %s', (file, imported) => {
  expect(refused).toContain(`${file} ${imported}`)
})

test('a file may not be longer than 200 lines', () => {
  expect(refused).toContain('src/areas/billing/long.ts eslint(max-lines)')
})

test('two files may not import each other, not even for types', () => {
  expect(refused).toContain('src/areas/billing/deck.ts import(no-cycle)')
})

test('a page may have no text of its own, because the words of every language are in the catalogue', () => {
  for (const file of ['child', 'attribute'])
    expect(refused).toContain(`src/pages/settings/store/${file}.tsx react(jsx-no-literals)`)
})
