import { expect, test } from 'vitest'
import { openDiscounts, tenPercent } from './open-discounts.ts'

async function openSeveral() {
  const { add, list, ...shop } = await openDiscounts()
  await add({ ...tenPercent, code: 'SUMMER 10', name: 'Summer sale' })
  await add({ ...tenPercent, code: 'VIP', name: 'For regulars', active: false })
  await add({ ...tenPercent, code: undefined, automatic: true, name: 'Every Friday 100%_sure' })
  const names = async (query = '') => (await list(query)).data.map(({ name }) => name)
  return { ...shop, add, list, names }
}

test('discounts are listed newest first, page by page', async () => {
  const { list, names } = await openSeveral()
  expect(await names()).toEqual(['Every Friday 100%_sure', 'For regulars', 'Summer sale'])
  const { data, meta } = await list('?limit=2')
  expect([data.length, meta.total, meta.has_more]).toEqual([2, 3, true])
  expect(await names(`?limit=2&cursor=${meta.next_cursor}`)).toEqual(['Summer sale'])
})

test('filters select active and automatic discounts', async () => {
  const { list, names } = await openSeveral()
  expect(await names('?active=false')).toEqual(['For regulars'])
  expect(await names('?active=true&automatic=false')).toEqual(['Summer sale'])
  expect(await names('?automatic=true')).toEqual(['Every Friday 100%_sure'])
  const { meta } = await list('?automatic=false&limit=1')
  expect(meta).toMatchObject({ total: 2, has_more: true })
  expect(await names(`?automatic=false&limit=1&cursor=${meta.next_cursor}`)).toEqual(['Summer sale'])
})

test('a search finds a part of the code or name, as the shop compares codes', async () => {
  const { names } = await openSeveral()
  expect(await names('?search=sümmer')).toEqual(['Summer sale'])
  expect(await names(`?search=${encodeURIComponent('summer ١')}`)).toEqual(['Summer sale'])
  expect(await names('?search=MER1')).toEqual(['Summer sale'])
  expect(await names('?search=regular')).toEqual(['For regulars'])
  expect(await names('?search=%25_')).toEqual(['Every Friday 100%_sure'])
  expect(await names('?search=r&active=true')).toEqual(['Every Friday 100%_sure', 'Summer sale'])
  expect(await names('?search=nothing')).toEqual([])
})
