import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toolNamed } from '../../../src/protocols/mcp/catalog.ts'
import { Truncated } from '../../../src/platform/tools/truncate.ts'
import { textOf } from '../../../src/platform/tools/text.ts'
import { connect, eras, tokenFor, post, request } from '../../support/callers/assistant.ts'
import { openShop } from '../../support/shop.ts'
import { type Goods, isWrite, stock, toolNames, toolTable } from './tool-table.ts'

let token: string
let storeId: string
let goods: Goods
beforeAll(async () => {
  const shop = await openShop()
  goods = await stock(shop)
  token = (await tokenFor(shop)).token
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
        properties: z.record(z.string(), z.looseObject({})).optional(),
      }),
      annotations: z.object({
        readOnlyHint: z.boolean(),
        destructiveHint: z.boolean(),
        idempotentHint: z.boolean(),
        openWorldHint: z.literal(false),
      }),
    }),
  ),
})

/** Tools whose result another tool describes, as their output schemas say. */
const describedElsewhere = {
  create_product: 'get_product',
  update_product: 'get_product',
  save_variant: 'adjust_inventory',
  save_discount: 'list_discounts',
  save_collection: 'list_collections',
  save_delivery_method: 'list_delivery_methods',
  create_order: 'get_order',
  update_order: 'get_order',
  add_note: 'get_order',
  advance_order: 'get_order',
  record_payment: 'get_order',
  return_items: 'get_order',
  cancel_order: 'get_order',
  update_storefront: 'get_storefront',
  add_to_navigation: 'get_storefront',
  publish_storefront: 'get_storefront',
} as const

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

const rawList = async () => {
  const { body } = await post(request('tools/list'), { token })
  return { text: JSON.stringify(body), tools: Listed.parse(Object(body).result).tools }
}

describe.for(eras)('a client of the %s era', (era) => {
  test.for(toolNames)('%s returns what its output schema declares', async (name) => {
    const client = await connect(token, era)
    expect(client.getProtocolEra()).toBe(era)
    // The client checks the result against the listed output schema.
    const listed = (await client.listTools()).tools.find((tool) => tool.name === name)
    const result = await client.callTool({ name, arguments: toolTable[name]?.sample(goods) ?? {} })
    expect(result, JSON.stringify(result)).not.toHaveProperty('isError')
    expect(result.content).toEqual([{ type: 'text', text: textOf(Object(result.structuredContent)) }])

    if (listed === undefined) return
    const declared = Object.keys(Object(listed.outputSchema?.['properties']))
    expect(Object.keys(toolNamed(name)?.output.extend(Truncated).shape ?? {})).toEqual(expect.arrayContaining(declared))
    // What is listed is looser than what the operation returns.
    expect(toolNamed(name)?.output.strict().safeParse(result.structuredContent)).toMatchObject({ success: true })
    await client.close()
  })

  test('receives the capabilities, instructions and name of the server', async () => {
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

  test('can also connect under /mcp', async () => {
    const client = await connect(token, era, { path: '/mcp' })
    const { structuredContent } = await client.callTool({ name: 'get_store', arguments: {} })
    expect(structuredContent).toMatchObject({ id: storeId, currency: 'USD', currency_exponent: 2 })
    await client.close()
  })
})

test('a client that supports both eras uses the later one', async () => {
  const client = await connect(token, 'auto')
  expect(client.getProtocolEra()).toBe('modern')
})

describe('the list of tools', () => {
  test('has all tools on one page, with names that every client accepts', async () => {
    const { tools } = await rawList()
    expect(tools.map(({ name }) => name)).toEqual(toolNames)
    for (const { name } of tools) expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/)
  })

  test('says which tools write and which are idempotent', async () => {
    const { tools } = await rawList()
    const hints = tools.map(({ name, annotations: a }) => [
      name,
      a.readOnlyHint
        ? 'reads'
        : `writes${a.destructiveHint ? ', overwrites' : ''}${a.idempotentHint ? ', idempotent' : ''}`,
    ])
    expect(Object.fromEntries(hints)).toEqual({
      ...Object.fromEntries(toolNames.map((name) => [name, 'reads'])),
      create_product: 'writes',
      create_order: 'writes',
      update_product: 'writes, overwrites, idempotent',
      update_prices: 'writes, overwrites',
      adjust_inventory: 'writes, overwrites',
      save_variant: 'writes, overwrites',
      save_discount: 'writes, overwrites',
      save_collection: 'writes, overwrites',
      save_delivery_method: 'writes, overwrites',
      update_order: 'writes, overwrites, idempotent',
      add_note: 'writes',
      advance_order: 'writes, overwrites',
      record_payment: 'writes, overwrites',
      return_items: 'writes, overwrites',
      cancel_order: 'writes, overwrites, idempotent',
      update_storefront: 'writes, overwrites, idempotent',
      save_page: 'writes, overwrites, idempotent',
      add_to_navigation: 'writes, overwrites, idempotent',
      publish_storefront: 'writes, overwrites, idempotent',
    })
  })

  test('offers an idempotency key exactly where a retry would act twice', async () => {
    const { tools } = await rawList()
    for (const { name, inputSchema, annotations } of tools)
      expect('idempotency_key' in inputSchema.properties, name).toBe(isWrite(name) && !annotations.idempotentHint)
  })

  test('describes the result of every tool, here or in the tool that its output schema names', async () => {
    const { tools } = await rawList()
    for (const { name, outputSchema } of tools) {
      const other = Object.entries(describedElsewhere).find(([one]) => one === name)?.[1]
      if (other) expect(outputSchema['description']).toContain(other)
      else expect(Object.keys(outputSchema.properties ?? {}).length, name).toBeGreaterThan(2)
    }
  })

  test('has no store_id argument', async () => {
    const { tools, text } = await rawList()
    for (const { name, inputSchema } of tools) expect(JSON.stringify(inputSchema), name).not.toContain('store_id')
    expect(text).not.toContain('$schema')
  })

  test('list tools accept a limit of 1 to 50, default to 10, and have no page number', async () => {
    const { tools } = await rawList()
    const lists = tools.filter(({ name }) => name.startsWith('list_'))
    expect(lists).toHaveLength(9)
    for (const { inputSchema } of lists) {
      expect(inputSchema.properties['limit']).toMatchObject({ minimum: 1, maximum: 50, default: 10 })
      expect(inputSchema.properties).not.toHaveProperty('page')
    }
  })

  test('stays small enough to be read by a model', async () => {
    const { text, tools } = await rawList()
    expect(new TextEncoder().encode(text).length).toBeLessThan(40_000)
    expect(bytesOf(tools.map(({ outputSchema: _result, ...tool }) => tool))).toBeLessThan(28 * 1024)
    // Fields that a result may have: the schema would not say when.
    for (const { name, outputSchema } of tools)
      expect(outputSchema.properties ?? {}, name).not.toHaveProperty('truncated')
  })

  test('names the fields of objects that a tool takes', async () => {
    const { tools } = await rawList()
    const argument = (name: string, field: string) =>
      tools.find((tool) => tool.name === name)?.inputSchema.properties[field]
    expect(argument('create_order', 'items')?.['description']).toMatch(/^\{ product_id, quantity, unit_price\?, /)
    expect(argument('update_storefront', 'navigation')?.['description']).toContain('{ type: page, slug } or ')
    expect(argument('update_product', 'compare_at_price')).toEqual({ type: 'number' })
    expect(tools.find(({ name }) => name === 'update_product')?.description).toContain('null clears a field')
    expect(argument('create_product', 'compare_at_price')).toEqual({ type: 'number' })
  })

  test('may be cached only by the client, and only briefly', async () => {
    const client = await connect(token, 'modern')
    expect(await client.listTools()).toMatchObject({ cacheScope: 'private', ttlMs: 30_000 })
    await client.close()
  })
})
