import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

let project: string
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'rooms-'))
  for (const tree of ['src', 'console/src']) cpSync(join(root, tree), join(project, tree), { recursive: true })
})
afterAll(() => rmSync(project, { recursive: true }))

/** Checks the service with more files in it. */
function checkedWith(files: Readonly<Record<string, string>>) {
  const paths = Object.keys(files).map((file) => join(project, 'src', file))
  for (const [index, text] of Object.values(files).entries()) {
    mkdirSync(dirname(paths[index] ?? ''), { recursive: true })
    writeFileSync(paths[index] ?? '', text)
  }
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'dev/check/check-rooms.ts')], {
    cwd: project,
    encoding: 'utf8',
  })
  for (const path of paths) rmSync(path)
  return { status, problems: stdout.split('\n').filter((line) => /^[a-z ]+: /.test(line)) }
}

test('the imports of the service run down, and more of them may', () => {
  expect(
    checkedWith({
      'areas/orders/add-order.ts': "import { a } from './order.ts'\nimport { b } from '../events/event.ts'\n",
      'areas/orders/more.ts': "export * from '../../platform/db/client.ts'\n",
      'pages/settings/tax/more.ts': "export * from '../../../areas/orders/create-order.ts'\n",
    }),
  ).toEqual({ status: 0, problems: [] })
})

test.each([
  ['an import', "import { createServer } from '../../protocols/mcp/server.ts'\n"],
  ['a type', "import type { Server } from '../../protocols/mcp/server.ts'\n"],
  ['what is exported again', "export * from '../../protocols/mcp/server.ts'\n"],
  ['what loads later', "export const load = () => import('../../protocols/mcp/server.ts')\n"],
  ['an import for its effects', "import '../../protocols/mcp/server.ts'\n"],
])('no room may import a room above it: %s', (_name, text) => {
  expect(checkedWith({ 'areas/orders/more.ts': text })).toEqual({
    status: 1,
    problems: ['up: areas/orders/more.ts imports protocols/mcp/server.ts'],
  })
})

test.each([
  ['up', 'pages/settings/ui/more.ts', '../page/layout.tsx', 'pages/settings/page/layout.tsx'],
  ['sideways', 'areas/orders/more.ts', '../keys/api-key.ts', 'areas/keys/api-key.ts'],
  ['not shared', 'areas/orders/more.ts', '../products/save-variant.ts', 'areas/products/save-variant.ts'],
  ['reserved', 'pages/settings/tax/more.ts', '../../../areas/orders/routes.ts', 'areas/orders/routes.ts'],
  ['reserved', 'pages/settings/tax/more.ts', '../../../areas/orders/tools.ts', 'areas/orders/tools.ts'],
  [
    'reserved',
    'areas/orders/more.ts',
    '../../platform/operation/open-context.ts',
    'platform/operation/open-context.ts',
  ],
  ['outside', 'areas/orders/more.ts', '../../../dev/stack/ports.ts', '../dev/stack/ports.ts'],
])('an import is refused as %s: %s imports %s', (problem, file, specifier, target) => {
  expect(checkedWith({ [file]: `export * from '${specifier}'\n` })).toEqual({
    status: 1,
    problems: [`${problem}: ${file} imports ${target}`],
  })
})

test('an import names its file in a text, so that it can be checked', () => {
  expect(checkedWith({ 'areas/orders/more.ts': 'export const load = (file: string) => import(file)\n' })).toEqual({
    status: 1,
    problems: ['unreadable: areas/orders/more.ts imports what no text names'],
  })
})

test('every file is in a room', () => {
  expect(
    checkedWith({ 'areas/shipments/shipment.ts': '', 'later.ts': '', 'pages/settings/later/page.tsx': '' }),
  ).toEqual({
    status: 1,
    problems: ['no room: areas/shipments/shipment.ts', 'no room: later.ts', 'no room: pages/settings/later/page.tsx'],
  })
})

test.each([
  ['empty room: pages/docs', 'pages/docs'],
  ['shared for nobody: areas/storefront/public/public-cache.ts', 'areas/stores/update-store.ts'],
])('the list has nothing that is not there: %s', (problem, gone) => {
  const [place, elsewhere] = [join(project, 'src', gone), join(project, 'gone')]
  renameSync(place, elsewhere)
  try {
    expect(checkedWith({})).toEqual({ status: 1, problems: [problem] })
  } finally {
    renameSync(elsewhere, place)
  }
})
