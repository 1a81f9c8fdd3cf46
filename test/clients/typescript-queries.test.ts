import { expect, test } from 'vitest'
import {
  all,
  createOrder,
  createProduct,
  listOrders,
  type ListOrdersData,
  listProducts,
} from '../../clients/typescript/src/index.ts'
import { openShopWithClient } from './typescript.ts'

test('finds products by the values of their options, with spaces and commas', async () => {
  const { client, requests } = await openShopWithClient()
  const variants = ['500 g', '1,5 kg'].map((Weight) => ({ options: { Weight, Roast: 'dark' } }))
  await createProduct({ client, body: { title: 'Coffee', price: 5, variants } })
  const titles = async (option: Readonly<Record<string, string | readonly string[]>>) =>
    (await listProducts({ client, query: { option } })).data.map(({ title }) => title)

  expect(await titles({ Weight: '500 g' })).toEqual(['Coffee'])
  expect(new URL(requests.at(-1)?.url ?? '').search).toBe('?option%5BWeight%5D=500+g')
  expect(await titles({ Weight: ['2 kg', '1,5 kg'], Roast: 'dark' })).toEqual(['Coffee'])
  expect(new URL(requests.at(-1)?.url ?? '').searchParams.getAll('option[Weight]')).toEqual(['2 kg', '1,5 kg'])
  expect(await titles({ Weight: '2 kg' })).toEqual([])
  expect(await titles({ Weight: '500 g', Roast: 'light' })).toEqual([])
  expect(await titles({})).toEqual(['Coffee', 'Scarf'])
})

test('takes a constant list of states', async () => {
  const { client, body } = await openShopWithClient()
  await createOrder({ client, body })
  const open = ['pending', 'confirmed'] as const
  expect((await listOrders({ client, query: { status: open } })).data).toHaveLength(1)
  const closed = ['completed', 'cancelled'] as const
  expect((await listOrders({ client, query: { status: closed } })).data).toEqual([])
})

test('goes through all pages of a list, with the query of the page that somebody looks at', async () => {
  const { client, body } = await openShopWithClient()
  for (let i = 0; i < 5; i++) await createOrder({ client, body })
  const numbersOf = async (query: Omit<NonNullable<ListOrdersData['query']>, 'fields'> | undefined) => {
    const page = (await listOrders({ client, query })).data.map(({ number }) => number)
    const pages: number[] = []
    for await (const { number } of all(listOrders, { client, query })) pages.push(number)
    return { page, pages }
  }
  const everything = [1005, 1004, 1003, 1002, 1001]
  expect(await numbersOf({ status: ['pending'], page: 2, limit: 2 })).toEqual({ page: [1003, 1002], pages: everything })
  expect(await numbersOf(undefined)).toEqual({ page: everything, pages: everything })
})
