import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderTextNames } from '../../../src/areas/orders/order-texts.ts'

// Walks "Adding a field" of CONTRIBUTING.md with a text of orders that there is not.

const root = fileURLToPath(new URL('../../..', import.meta.url))

let project: string
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'field-'))
  const copied = [
    'src',
    'drizzle',
    'dev',
    'dist/console/page.json',
    'openapi.json',
    'server.json',
    'package.json',
    'docs',
    'tsconfig.json',
  ]
  for (const tree of copied) cpSync(join(root, tree), join(project, tree), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  // What `npm run types` checks, without the rest.
  const files = ['src/areas/orders/order-columns.ts']
  writeFileSync(
    join(project, 'tsconfig.orders.json'),
    JSON.stringify({ extends: './tsconfig.json', files, include: [] }),
  )
})
afterAll(() => rmSync(project, { recursive: true }))

const read = (file: string) => readFileSync(join(project, file), 'utf8')

function add(file: string, before: string, line: string) {
  const text = read(file)
  expect(text).toContain(before)
  writeFileSync(join(project, file), text.replace(before, `${line}\n${before}`))
}

const run = (...command: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: project, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const types = () => run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.orders.json')

/** The statement or list that follows a text. */
const after = (file: string, start: string, end: string) => {
  const text = read(file)
  const at = text.indexOf(start)
  expect(at).toBeGreaterThan(0)
  return text.slice(at, text.indexOf(end, at))
}

test('a text of orders is a column and a row of the declaration: storage, search, erasure and contract follow', () => {
  add('src/platform/db/schema/orders.ts', "    notes: text('notes'),", "    giftMessage: text('gift_message'),")
  expect(types().output).toMatch(/order-columns\.ts.*Property 'giftMessage' is missing/)

  add(
    'src/areas/orders/order-texts.ts',
    "  notes: {\n    column: 'notes',",
    "  gift_message: { column: 'giftMessage', schema: Line(200), isSearched: true, erased: 'removed', tools: 'few' },",
  )
  expect(types()).toEqual({ status: 0, output: '' })
  expect(run('dev/database/generate-baseline.ts')).toMatchObject({ status: 0 })

  expect(read('drizzle/migrations/0000_baseline.sql')).toContain('"gift_message" text')
  const sql = 'drizzle/sql/areas'
  expect(after(`${sql}/orders/place-order.sql`, 'INSERT INTO public.orders (', 'RETURNING')).toContain(
    'v_order.gift_message',
  )
  expect(after(`${sql}/orders/edit-order.sql`, 'UPDATE public.orders SET', 'WHERE')).toContain(
    'gift_message = o.gift_message',
  )
  expect(after(`${sql}/orders/search-text.sql`, 'FUNCTION app.order_text', '$$;')).toContain('o.gift_message')
  const trigger = after(`${sql}/orders/search-text.sql`, 'TRIGGER orders_search_changes', ';')
  for (const listed of [' gift_message,', 'OLD.gift_message', 'NEW.gift_message']) expect(trigger).toContain(listed)
  expect(read(`${sql}/customers/erased-records.sql`)).toContain('v_after.gift_message := NULL;')
  expect(read(`${sql}/customers/anonymize-customer.sql`)).toContain("'gift_message'")
  expect(after(`${sql}/orders/change-order.sql`, 'UPDATE public.orders AS s SET', 'FROM')).not.toContain('gift_message')

  expect(run('dev/contract/openapi.ts')).toMatchObject({ status: 0 })
  const { schemas } = JSON.parse(read('openapi.json')).components
  for (const name of ['Order', 'CreateOrderRequest', 'UpdateOrderRequest'])
    expect(JSON.stringify(schemas[name]), name).toContain('"gift_message"')
})

test.each(orderTextNames)('the guide and the console have the %s of an order', (name) => {
  expect(readFileSync(join(root, 'docs/orders.md'), 'utf8')).toContain(`\`${name}\``)
  const cards = ['customer-card.tsx', 'details-card.tsx'].map((file) =>
    readFileSync(join(root, 'console/src/screens/order', file), 'utf8'),
  )
  expect(cards.join('')).toContain(`order.${name}`)
})
