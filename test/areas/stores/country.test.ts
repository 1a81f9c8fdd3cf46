import { expect, test } from 'vitest'
import { Store } from '../../../src/areas/stores/store.ts'
import { expectBody, expectProblem, openShop, pointersOf, somebody } from '../../support/shop.ts'

const created = async (fields: object) =>
  expectBody(await (await somebody()).post('/api/stores', { name: 'Souk', currency: 'USD', ...fields }), 201, Store)

test.each([
  [{ country: 'sa', locale: 'ar-KW' }, 'SA'],
  [{ locale: 'ar-KW', timezone: 'Asia/Riyadh' }, 'KW'],
  [{ locale: 'zh-Hant-TW' }, 'TW'],
  [{ locale: 'en-001', timezone: 'America/New_York' }, 'US'],
  [{ locale: 'ar', timezone: 'Asia/Kuwait' }, 'KW'],
  [{ timezone: 'Asia/Calcutta' }, 'IN'],
  [{ country: null, timezone: 'Africa/Asmera' }, 'ER'],
  [{ timezone: 'UTC' }, null],
  [{}, null],
])('a new store with %j is in %s', async (fields, country) => {
  expect(await created(fields)).toMatchObject({ country })
})

test('an owner can change the country of the store, and remove it', async () => {
  const { owner, store } = await openShop()
  const path = `/api/stores/${store.id}`
  expect(await owner.patch(path, { country: 'kw' })).toMatchObject({ status: 200, body: { country: 'KW' } })
  expect(await owner.get(path)).toMatchObject({ body: { country: 'KW' } })
  for (const country of ['XX', 'UK', 'Kuwait', ''])
    expect(pointersOf(expectProblem(await owner.patch(path, { country }), 422, 'invalid_input'))).toEqual(['/country'])
  expect(await owner.patch(path, { country: null })).toMatchObject({ status: 200, body: { country: null } })
})
