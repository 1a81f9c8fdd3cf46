import { expect, test } from 'vitest'
import { openScratch } from '../../support/scratch.ts'
import { database } from '../../support/service.ts'
import { openShop } from '../../support/shop.ts'
import { loadRows } from '../../support/sql.ts'
import { fillOrders } from './many-orders.ts'

const orders = 100_000

test(`an export of ${orders} orders contains each once and keeps at most two pages in memory`, async () => {
  const scratch = await openScratch()
  const shop = await openShop({ through: scratch.service(), sql: scratch.sql })
  await loadRows(fillOrders(scratch.sql, shop, orders), scratch.sql)
  await scratch.sql`vacuum (analyze) orders`

  const tag = `large-${shop.store.id}`
  const answer = await scratch
    .service(tag)
    .open('/api/orders/export?format=jsonl', { headers: { Authorization: `Bearer ${shop.owner.token}` } })
  expect(answer.status).toBe(200)

  const numbers = new Uint8Array(orders + 1)
  const decoder = new TextDecoder()
  let chunks = 0
  let largest = 0
  let mostAhead = 0
  let rest = ''
  let last = Infinity
  let unordered = 0
  for await (const chunk of answer.body ?? []) {
    chunks += 1
    largest = Math.max(largest, chunk.byteLength)
    if (chunks % 10 === 0) mostAhead = Math.max(mostAhead, (await database(tag).seen()).requests - chunks)
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, number = '', created = ''] = /"number":(\d+).*"created_at":"([^"]+)"/.exec(line) ?? []
      numbers[Number(number) - 1000] = (numbers[Number(number) - 1000] ?? 0) + 1
      const time = Date.parse(created)
      if (!(time <= last)) unordered += 1
      last = time
    }
  }
  expect(rest).toBe('')
  expect(unordered).toBe(0)
  expect(numbers.slice(1).every((times) => times === 1)).toBe(true)
  // Pages of a thousand orders, and one last page that is empty.
  expect((await database(tag).seen()).requests).toBe(Math.floor(orders / 1000) + 1)
  expect(chunks).toBeGreaterThanOrEqual(orders / 1000)
  expect(largest).toBeLessThan(3_000_000)
  expect(mostAhead).toBeLessThanOrEqual(2)
})
