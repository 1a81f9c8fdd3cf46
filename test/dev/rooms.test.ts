import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const check = fileURLToPath(new URL('../../dev/rooms.mjs', import.meta.url))
const rows = fileURLToPath(new URL('../../dev/rooms.json', import.meta.url))

let project: string
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'rooms-'))
  mkdirSync(join(project, 'dev'))
  cpSync(check, join(project, 'dev/rooms.mjs'))
  cpSync(rows, join(project, 'dev/rooms.json'))
})
afterEach(() => rmSync(project, { recursive: true }))

function checked(files: Readonly<Record<string, string>>) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, 'src', file)), { recursive: true })
    writeFileSync(join(project, 'src', file), text)
  }
  const { status, stdout } = spawnSync(process.execPath, ['dev/rooms.mjs'], { cwd: project, encoding: 'utf8' })
  return { status, wrong: stdout.split('\n').filter((line) => /^(up|sideways|no room) /.test(line)) }
}

test('a room may import those below it, and its own files', () => {
  expect(
    checked({
      'areas/orders/add-order.ts': "import { a } from './order.ts'\nimport { b } from '../events/event.ts'\n",
      'areas/orders/order.ts': "export * from '../../platform/db/client.ts'\n",
      'app.ts': "export const load = () => import('./areas/orders/routes.ts')\n",
    }),
  ).toEqual({ status: 0, wrong: [] })
})

test.each([
  ['an import', "import { createServer } from '../../protocols/mcp/server.ts'\n"],
  ['a type', "import type { Server } from '../../protocols/mcp/server.ts'\n"],
  ['what is exported again', "export * from '../../protocols/mcp/server.ts'\n"],
  ['what loads later', "export const load = () => import('../../protocols/mcp/server.ts')\n"],
  ['an import for its effects', "import '../../protocols/mcp/server.ts'\n"],
])('no room may import a room above it: %s', (_name, text) => {
  expect(checked({ 'areas/orders/order.ts': text })).toEqual({
    status: 1,
    wrong: ['up       areas/orders/order.ts -> protocols/mcp/server.ts'],
  })
})

test('rooms of one row may not import each other', () => {
  expect(checked({ 'areas/orders/order.ts': "import { Key } from '../keys/api-key.ts'\n" })).toEqual({
    status: 1,
    wrong: ['sideways areas/orders/order.ts -> areas/keys/api-key.ts'],
  })
})

test('every file is in a room', () => {
  expect(checked({ 'areas/shipments/shipment.ts': '', 'later.ts': '' })).toEqual({
    status: 1,
    wrong: ['no room  areas/shipments/shipment.ts', 'no room  later.ts'],
  })
})
