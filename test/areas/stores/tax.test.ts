import { describe, expect, test } from 'vitest'
import { Store } from '../../../src/areas/stores/store.ts'
import { PublicStorefront } from '../../../src/areas/storefront/public/get-public-storefront.ts'
import { openWindow } from '../storefront/shop-window.ts'
import { answerOf, callOf, tokenFor, post } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem, openShop, pointersOf } from '../../support/shop.ts'

const vat = {
  rate: 5,
  label: 'VAT',
  prices_include_tax: true,
  tax_delivery: true,
  registration_number: '300012345600003',
  country_rates: [
    { country: 'SA', rate: 15 },
    { country: 'BH', rate: 10.0625 },
  ],
}

const smallest = { rate: 8.875, label: 'Sales tax', prices_include_tax: false }

describe("a store's tax", () => {
  test('is none at first; an owner sets it, replaces it and removes it', async () => {
    const { owner, store } = await openShop()
    expect(store.tax).toBeNull()
    const at = `/api/stores/${store.id}`
    const set = async (tax: object | null) => expectBody(await owner.patch(at, { tax }), 200, Store).tax
    expect(await set(vat)).toEqual(vat)
    expect(await owner.get(at)).toMatchObject({ body: { tax: vat, version: 2 } })
    expect(await owner.get('/api/stores')).toMatchObject({ body: { data: [{ tax: vat }] } })
    await owner.patch(at, { name: 'Souk' })
    expect(await owner.get(at)).toMatchObject({ body: { tax: vat } })
    const replaced = { ...smallest, tax_delivery: false, registration_number: null, country_rates: [] }
    expect(await set(smallest)).toEqual(replaced)
    expect(await set(null)).toBeNull()
    expect(await owner.get(at)).toMatchObject({ body: { tax: null } })
  })

  test('accepts rates from 0 to 100 with at most 4 decimals', async () => {
    const { owner, store } = await openShop()
    const send = (tax: object) => owner.patch(`/api/stores/${store.id}`, { tax: { ...smallest, ...tax } })
    for (const rate of [0, 0.0001, 8.875, 14.9999, 100])
      expect(await send({ rate, country_rates: [{ country: 'KW', rate }] })).toMatchObject({
        status: 200,
        body: { tax: { rate, country_rates: [{ rate }] } },
      })
    for (const rate of [-1, 100.0001, 0.00001, 1e-7, 5.12345, '5', null]) {
      const problem = expectProblem(
        await send({ rate, country_rates: [{ country: 'KW', rate }] }),
        422,
        'invalid_input',
      )
      expect(pointersOf(problem)).toEqual(['/tax/rate', '/tax/country_rates/0/rate'])
    }
  })

  test('accepts each country once, by its ISO code', async () => {
    const { owner, store } = await openShop()
    const send = (...countries: string[]) =>
      owner.patch(`/api/stores/${store.id}`, {
        tax: { ...smallest, country_rates: countries.map((country) => ({ country, rate: 5 })) },
      })
    expect(await send('kw', 'XK')).toMatchObject({
      status: 200,
      body: { tax: { country_rates: [{ country: 'KW' }, { country: 'XK' }] } },
    })
    const twice = expectProblem(await send('KW', 'SA', 'kw'), 422, 'invalid_input')
    expect(pointersOf(twice)).toEqual(['/tax/country_rates/2/country'])
    for (const unknown of ['UK', 'ZZ', 'Kuwait', 'KWT', '', 'EU'])
      expect(pointersOf(expectProblem(await send('SA', unknown), 422, 'invalid_input'))).toEqual([
        '/tax/country_rates/1/country',
      ])
  })

  test('reports all problems at once', async () => {
    const { owner, store } = await openShop()
    const wrong = { rate: 'x', label: ' ', tax_delivery: 1, registration_number: '', vat: true }
    const problem = expectProblem(await owner.patch(`/api/stores/${store.id}`, { tax: wrong }), 422, 'invalid_input')
    expect(pointersOf(problem).toSorted()).toEqual([
      '/tax/label',
      '/tax/prices_include_tax',
      '/tax/rate',
      '/tax/registration_number',
      '/tax/tax_delivery',
      '/tax/vat',
    ])
  })

  test('is what an assistant reads', async () => {
    const shop = await openShop()
    await shop.owner.patch(`/api/stores/${shop.store.id}`, { tax: vat })
    const { token } = await tokenFor(shop)
    expect(answerOf(await post(callOf('get_store'), { token }))).toMatchObject({ tax: vat })
  })

  test('is public as its rate, its name and whether prices include it', async () => {
    const { owner, store, visit } = await openWindow()
    expect(expectBody(await visit(), 200, PublicStorefront).tax).toBeNull()
    const other = await openWindow()
    await other.owner.patch(`/api/stores/${other.store.id}`, { tax: vat })
    const { tax } = expectBody(await other.visit(), 200, PublicStorefront)
    expect(tax).toEqual({ rate: 5, label: 'VAT', prices_include_tax: true })
    // The first answer is still in the cache of this location, as it would be after a change of the store's name.
    await owner.patch(`/api/stores/${store.id}`, { tax: vat, name: 'Souk' })
    expect(await visit()).toMatchObject({ body: { tax: null, name: store.name } })
  })
})
