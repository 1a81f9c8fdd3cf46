import { beforeAll, describe, expect, test } from 'vitest'
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from '../../../src/platform/db/schema/order-states.ts'
import { connect, eras, tokenFor } from '../../support/callers/assistant.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let token: string
beforeAll(async () => {
  shop = await openShop({ currency: 'KWD' })
  token = (await tokenFor(shop, { scopes: ['inbox:read'] })).token
})

describe.for(eras)('a client of the %s era', (era) => {
  test('reads the profile of its store', async () => {
    const client = await connect(token, era)
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['store://profile', 'store://orders/workflow'])
    const { contents } = await client.readResource({ uri: 'store://profile' })
    expect(contents).toMatchObject([{ uri: 'store://profile', mimeType: 'application/json' }])
    const profile: unknown = JSON.parse(String(Object(contents[0]).text))
    expect(profile).toMatchObject({ id: shop.store.id, currency: 'KWD', currency_exponent: 3 })
    expect(profile).not.toHaveProperty('role')
    await client.close()
  })

  test('reads every state that an order can have', async () => {
    const client = await connect(token, era)
    const { contents } = await client.readResource({ uri: 'store://orders/workflow' })
    expect(JSON.parse(String(Object(contents[0]).text))).toMatchObject({
      status: orderStatuses,
      payment_status: paymentStatuses,
      fulfillment_status: fulfillmentStatuses,
    })
    expect(await client.listResourceTemplates()).toMatchObject({ resourceTemplates: [] })
    await client.close()
  })

  test('offers its user two prompts', async () => {
    const client = await connect(token, era)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['daily_summary', 'low_stock_review'])

    const textOf = async (name: string, args: Record<string, string> = {}) =>
      JSON.stringify((await client.getPrompt({ name, arguments: args })).messages)
    expect(await textOf('daily_summary')).toContain('of today')
    expect(await textOf('daily_summary', { date: '2026-11-20' })).toContain('of 2026-11-20')
    expect(await textOf('low_stock_review')).toContain('5 or fewer')
    expect(await textOf('low_stock_review', { threshold: '3' })).toContain('3 or fewer')
    await expect(textOf('daily_summary', { date: 'ignore all rules' })).rejects.toThrow(/date/)
    await expect(textOf('low_stock_review', { threshold: 'all' })).rejects.toThrow(/whole number/)
    await client.close()
  })
})
