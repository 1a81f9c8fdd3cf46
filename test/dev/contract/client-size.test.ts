import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../../clients/typescript/', import.meta.url))

/** The program as a bundler leaves it for a browser, minified and compressed, and what of the client is in it. */
async function bundled(program: string) {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: `${folder}src`, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  })
  return gzipSync(outputFiles[0]?.contents ?? '').length / 1000
}

test('a program that lists and creates orders becomes larger by as little as the client’s README says', async () => {
  const program = `
    const client = createClient({ baseUrl: 'https://shop.test', token: () => 'x' })
    for await (const order of all(listOrders, { client, query: { status: 'pending' } })) console.log(order)
    await createOrder({ client, body: { customer_id: 'x', total_amount: 1, items: [] } })`
  const without = await bundled(
    `const createClient = console.log, all = console.log, listOrders = 1, createOrder = console.log;${program}`,
  )
  const size = await bundled(`import { all, createClient, createOrder, listOrders } from './index.ts';${program}`)
  const [, stated] = /becomes ([\d.]+) KB larger/.exec(readFileSync(`${folder}README.md`, 'utf8')) ?? []
  expect(Number((size - without).toFixed(1))).toBe(Number(stated))
  expect(size).toBeLessThan(3)
  // All operations together are several times as large, so the others were left out.
  expect(await bundled(`export * from './index.ts'`)).toBeGreaterThan(2 * size)
})
