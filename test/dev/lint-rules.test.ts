import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const oxlint = join(root, 'node_modules', '.bin', 'oxlint')

// "billing" represents any area that the rules do not mention.
const allowed = [
  ['src/billing/charge-card.ts', './receipt.ts'],
  ['src/billing/charge-card.ts', '../operation.ts'],
  ['src/billing/charge-card.ts', '../db/schema/orders.ts'],
  ['src/billing/charge-card.ts', 'drizzle-orm'],
  ['src/billing/charge-card.ts', '../auth/tokens/vault.ts'],
  ['src/billing/charge-card.ts', '../orders/order.ts'],
  ['src/billing/cards/add-card.ts', '../charge-card.ts'],
  ['src/billing/cards/add-card.ts', '../invoices/invoice.ts'],
  ['src/billing/cards/add-card.ts', '../../orders/order.ts'],
  ['src/billing/cards/add-card.ts', '../../db/client.ts'],
  ['src/billing/routes.ts', './charge-card.ts'],
  ['src/billing/routes.ts', '../http/routes.ts'],
  ['src/billing/routes.ts', 'hono'],
  ['src/billing/tools.ts', '../mcp/tool.ts'],
  ['src/settings/store/page.tsx', '../../billing/charge-card.ts'],
  ['src/settings/store/page.tsx', '../../oauth/grants/disconnect.ts'],
  ['src/mcp/catalog.ts', '../billing/tools.ts'],
  ['src/oauth/grants/add-grant.ts', '../../db/client.ts'],
  ['src/http/new-step.ts', 'hono'],
  ['src/http/new-step.ts', '../auth/session/session.ts'],
  ['src/new-module.ts', './db/client.ts'],
  ['src/scheduled.ts', './billing/charge-card.ts'],
] as const

const forbidden = [
  ['src/billing/charge-card.ts', 'hono'],
  ['src/billing/charge-card.ts', 'hono/cookie'],
  ['src/billing/charge-card.ts', '@hono/zod-validator'],
  ['src/billing/charge-card.ts', '@modelcontextprotocol/server'],
  ['src/billing/charge-card.ts', '../app.ts'],
  ['src/billing/charge-card.ts', '../http/problem.ts'],
  ['src/billing/charge-card.ts', '../mcp/tool.ts'],
  ['src/billing/charge-card.ts', '../settings/ui/page.tsx'],
  ['src/billing/charge-card.ts', '../oauth/pkce.ts'],
  ['src/billing/charge-card.ts', '../oauth/grants/disconnect.ts'],
  ['src/billing/charge-card.ts', './routes.ts'],
  ['src/billing/charge-card.ts', './tools.ts'],
  ['src/billing/charge-card.ts', '../orders/tools.ts'],
  ['src/billing/charge-card.ts', '../orders/create-order.ts'],
  ['src/billing/charge-card.ts', '../inbox/channels/channel.ts'],
  ['src/billing/cards/add-card.ts', 'hono'],
  ['src/billing/cards/add-card.ts', '../../http/problem.ts'],
  ['src/billing/cards/add-card.ts', '../routes.ts'],
  ['src/billing/cards/add-card.ts', '../../orders/create-order.ts'],
  ['src/billing/cards/old/remove-card.ts', 'hono'],
  ['src/billing/cards/old/remove-card.ts', '../../../http/problem.ts'],
  ['src/billing/cards/old/remove-card.ts', '../../../orders/create-order.ts'],
  ['src/billing/routes.ts', 'drizzle-orm'],
  ['src/billing/routes.ts', '../db/client.ts'],
  ['src/billing/routes.ts', '../orders/create-order.ts'],
  ['src/billing/tools.ts', 'drizzle-orm/pg-core'],
  ['src/billing/tools.ts', '../http/problem.ts'],
  ['src/billing/hooks/routes.ts', '../../db/client.ts'],
  ['src/settings/store/page.tsx', '../../db/client.ts'],
  ['src/mcp/catalog.ts', 'drizzle-orm'],
  ['src/oauth/new-endpoint.ts', '../db/schema/oauth.ts'],
  ['src/oauth/grants/add-grant.ts', 'hono'],
  ['src/oauth/grants/add-grant.ts', '../../settings/ui/page.tsx'],
  ['src/oauth/grants/add-grant.ts', '../../orders/order.ts'],
  ['src/http/new-step.ts', 'drizzle-orm'],
  ['src/http/new-step.ts', '../db/schema/orders.ts'],
  ['src/http/new-step.ts', '../billing/charge-card.ts'],
  ['src/auth/session/new-check.ts', '../../billing/charge-card.ts'],
  ['src/auth/session/new-check.ts', '../../http/problem.ts'],
  ['src/db/new-helper.ts', '../billing/charge-card.ts'],
  ['src/db/schema/cards.ts', '../../billing/charge-card.ts'],
  ['src/db/new-helper.ts', 'hono'],
  ['src/transfer/new-format.ts', '../orders/order.ts'],
  ['src/delivery/claim.ts', '../inbox/channels/channel.ts'],
  ['src/new-module.ts', './billing/charge-card.ts'],
  ['src/new-module.ts', './http/problem.ts'],
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
  append('src/billing/long.ts', '// one more line\n'.repeat(201))
  append('src/billing/card.ts', "import type { Deck } from './deck.ts'\nexport type Card = { readonly deck: Deck }\n")
  append('src/billing/deck.ts', "import type { Card } from './card.ts'\nexport type Deck = readonly Card[]\n")
  append('src/settings/store/child.tsx', 'export const Child = () => <p>Saved</p>\n')
  append('src/settings/store/attribute.tsx', 'export const Attribute = () => <img alt="A store" />\n')
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
  expect(refused).toContain('src/billing/long.ts eslint(max-lines)')
})

test('two files may not import each other, not even for types', () => {
  expect(refused).toContain('src/billing/deck.ts import(no-cycle)')
})

test('a page may have no text of its own, because the words of every language are in the catalogue', () => {
  for (const file of ['child', 'attribute'])
    expect(refused).toContain(`src/settings/store/${file}.tsx react(jsx-no-literals)`)
})
