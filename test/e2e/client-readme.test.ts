import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessToken } from '../../dev/stack/identity/sign-in.ts'
import { createClient, createCustomer, createProduct } from '../../clients/typescript/src/index.ts'
import { startContractProxy } from './contract-proxy.ts'

const { baseUrl, issuer } = inject('stack')
const fileAt = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

// Inside the repository, so that the examples find the package.
const folder = fileAt('dist/readme-examples')
const service = /https:\/\/commerce\.example\.com|http:\/\/127\.0\.0\.1:8787/

let proxy: Awaited<ReturnType<typeof startContractProxy>>
beforeAll(async () => {
  proxy = await startContractProxy(baseUrl)
})
afterAll(async () => {
  await proxy.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The examples that import something. The others show only a form. */
const examples = ['clients/typescript/README.md', 'docs/quick-start.md']
  .map((path) => readFileSync(fileAt(path), 'utf8'))
  .join('\n')
  .split('```ts\n')
  .slice(1)
  .map((rest) => rest.split('```')[0] ?? '')
  .filter((code) => code.startsWith('import '))

/** What the examples take for granted. */
const surroundings = (values: object) => `
import * as api from '@merchant-commerce/client'
const { token, customer_id, product_id } = ${JSON.stringify(values)}
const session = { accessToken: token }
const client = api.createClient({ baseUrl: '${proxy.url}', token })
const today = new Date().toISOString().slice(0, 10)
const body = { customer_id, total_amount: 10, items: [{ product_id, quantity: 1, unit_price: 10 }] }
const order = await api.createOrder({ client, body })
const tell = (...said: readonly unknown[]) => void said
const [show, open, askForFewer, markField, book, saveCursor] = [tell, tell, tell, tell, tell, tell]
const loadCursor = async () => (await api.listEvents({ client, query: { types: ['order.*'], limit: 1 } })).meta.next_cursor
const isStopping = () => true
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const input = { files: [new File([Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))], 'scarf.png', { type: 'image/png' })] as const }
`

test('every example of the client’s README and of the quick start compiles and runs', async () => {
  const token = await accessToken({ issuer, redirectUri: `${baseUrl}/cli/callback`, email: 'owner@globex.test' })
  const client = createClient({ baseUrl, token })
  const { id: customer_id } = await createCustomer({ client, body: { name: 'Reader', phone: '+96550004321' } })
  const product = { title: 'Lantern', price: 10, variants: [{ on_hand: 100 }] }
  const { id: product_id } = await createProduct({ client, body: product })

  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, '{ "type": "module" }')
  examples.forEach((code, nth) => {
    const [, imports = '', rest = ''] = /^((?:import .*\n)+)([^]*)$/.exec(code) ?? []
    const body = rest.replace(service, proxy.url).replace('<token>', token)
    writeFileSync(
      `${folder}/example-${nth}.ts`,
      `${imports}${surroundings({ token, customer_id, product_id })}\n{\n${body}}\n`,
    )
  })
  writeFileSync(`${folder}/all.ts`, examples.map((_, nth) => `await import('./example-${nth}.ts')\n`).join(''))
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({
      extends: fileAt('clients/typescript/tsconfig.json'),
      compilerOptions: { customConditions: ['@merchant-commerce/source'], noUnusedLocals: false },
      include: ['*.ts'],
    }),
  )

  const { stdout, status } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
  await promisify(execFile)(process.execPath, ['--conditions=@merchant-commerce/source', `${folder}/all.ts`])
  expect(examples.length).toBeGreaterThanOrEqual(10)
  expect(proxy.violations).toEqual([])
})
