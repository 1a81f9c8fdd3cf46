import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connect, eras, mint, post, request } from '../support/assistant.ts'
import { openShop } from '../support/shop.ts'
import { type Goods, isWrite, stock, toolNames, toolTable } from './tool-table.ts'

let token: string
let storeId: string
let goods: Goods
beforeAll(async () => {
  const shop = await openShop()
  goods = await stock(shop)
  token = (await mint(shop)).token
  storeId = shop.store.id
})

const Listed = z.object({
  tools: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      description: z.string().min(40),
      inputSchema: z.looseObject({ type: z.literal('object'), properties: z.record(z.string(), z.looseObject({})) }),
      outputSchema: z.looseObject({
        type: z.literal('object'),
        properties: z.record(z.string(), z.looseObject({})),
        required: z.array(z.string()),
      }),
      annotations: z.object({
        title: z.string(),
        readOnlyHint: z.boolean(),
        destructiveHint: z.boolean(),
        idempotentHint: z.boolean(),
        openWorldHint: z.literal(false),
      }),
    }),
  ),
})

const rawList = async () => {
  const { body } = await post(request('tools/list'), { token })
  return { text: JSON.stringify(body), tools: Listed.parse(Object(body).result).tools }
}

describe.for(eras)('a client of the %s era', (era) => {
  test.for(toolNames)('calls %s, and gets what the tool said it would', async (name) => {
    const client = await connect(token, era)
    expect(client.getProtocolEra()).toBe(era)
    // The client holds the answer against the output schema that it was listed with.
    const listed = (await client.listTools()).tools.find((tool) => tool.name === name)
    const result = await client.callTool({ name, arguments: toolTable[name]?.sample(goods) ?? {} })
    expect(result, JSON.stringify(result)).not.toHaveProperty('isError')
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }])

    const promised = Object.keys(Object(listed?.outputSchema?.['properties']))
    const got = Object.keys(Object(result.structuredContent))
    expect(promised).toEqual(expect.arrayContaining(got))
    await client.close()
  })

  test('is told what the server is, and that no list changes', async () => {
    const client = await connect(token, era)
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: false, subscribe: false },
      prompts: { listChanged: false },
    })
    expect(client.getInstructions()).toMatch(/one store/)
    expect(client.getServerVersion()).toMatchObject({ name: 'merchant-commerce' })
    await client.close()
  })

  test('gets the same under /mcp', async () => {
    const client = await connect(token, era, { path: '/mcp' })
    const { structuredContent } = await client.callTool({ name: 'get_store', arguments: {} })
    expect(structuredContent).toMatchObject({ id: storeId, currency: 'USD', currency_exponent: 2 })
    await client.close()
  })
})

test('a client that takes whatever era there is takes the later one', async () => {
  const client = await connect(token, 'auto')
  expect(client.getProtocolEra()).toBe('modern')
})

describe('the list of tools', () => {
  test('has all of them on one page, under names that every client takes', async () => {
    const { tools } = await rawList()
    expect(tools.map(({ name }) => name)).toEqual(toolNames)
    for (const { name } of tools) expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/)
  })

  test('says of each whether it writes, and whether it may be repeated', async () => {
    const { tools } = await rawList()
    const said = tools.map(({ name, annotations: a }) => [
      name,
      a.readOnlyHint ? 'reads' : `writes${a.destructiveHint ? ' over' : ''}${a.idempotentHint ? ', repeatable' : ''}`,
    ])
    expect(Object.fromEntries(said)).toEqual({
      ...Object.fromEntries(toolNames.map((name) => [name, 'reads'])),
      create_product: 'writes',
      create_order: 'writes',
      update_product: 'writes over, repeatable',
      adjust_inventory: 'writes over',
      update_order: 'writes over, repeatable',
      advance_order: 'writes over',
      cancel_order: 'writes over, repeatable',
      update_storefront: 'writes over, repeatable',
      save_page: 'writes over, repeatable',
      publish_storefront: 'writes over, repeatable',
    })
  })

  test('offers a key for retries where repeating would do it twice, and there alone', async () => {
    const { tools } = await rawList()
    for (const { name, inputSchema, annotations } of tools)
      expect('idempotency_key' in inputSchema.properties, name).toBe(isWrite(name) && !annotations.idempotentHint)
  })

  test('never asks for a store, and takes no further arguments', async () => {
    const { tools, text } = await rawList()
    for (const { name, inputSchema } of tools) {
      expect(inputSchema['additionalProperties'], name).toBe(false)
      expect(JSON.stringify(inputSchema), name).not.toContain('store_id')
    }
    expect(text).not.toContain('$schema')
  })

  test('lists take 1 to 50 rows, 10 if not said, and no page number', async () => {
    const { tools } = await rawList()
    const lists = tools.filter(({ name }) => name.startsWith('list_'))
    expect(lists).toHaveLength(5)
    for (const { inputSchema } of lists) {
      expect(inputSchema.properties['limit']).toMatchObject({ minimum: 1, maximum: 50, default: 10 })
      expect(inputSchema.properties).not.toHaveProperty('page')
    }
  })

  test('stays small enough to be read by a model', async () => {
    const { text } = await rawList()
    expect(new TextEncoder().encode(text).length).toBeLessThan(90_000)
  })

  test('may be kept by the client alone, and not for long', async () => {
    const client = await connect(token, 'modern')
    expect(await client.listTools()).toMatchObject({ cacheScope: 'private', ttlMs: 30_000 })
    await client.close()
  })
})
