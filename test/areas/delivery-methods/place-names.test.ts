import { expect, test } from 'vitest'
import { DeliveryMethod } from '../../../src/areas/delivery-methods/delivery-method.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { openWindow } from '../storefront/shop-window.ts'

/** A shop that delivers to these regions of a country only. `reaches`: whether it delivers to a shopper in that one. */
async function openShopFor(country: string, regions: string[]) {
  const window = await openWindow()
  const scarf = await window.addProduct({ title: 'Scarf', variants: [{ on_hand: 100 }] })
  const zones = [{ country, regions }]
  const made = await window.owner.post('/api/delivery-methods', { name: 'Courier', zones })
  expect(expectBody(made, 201, DeliveryMethod).zones).toEqual(zones)
  const reaches = async (region: string) => {
    const cart = { items: [{ product_id: scarf.id, quantity: 1 }], destination: { country, region } }
    const answer = await window.send('/quote', cart)
    if (answer.status !== 200) expectProblem(answer, 422, 'not_delivered_there')
    return answer.status === 200
  }
  return { reaches }
}

const places: readonly (readonly [country: string, region: string, same: string[], others: string[]])[] = [
  [
    'KW',
    'حولي',
    ['Hawalli', 'HAWALLY', 'محافظة حولي', 'Hawalli Governorate', 'KW-HA', 'ha'],
    ['Salmiya', 'ميدان حولي', 'KW'],
  ],
  ['KW', 'السالمية', ['Salmiya', 'as-Sālimīyah', 'Al Salmiya', 'سالمية'], ['السالمي', 'Salmi']],
  ['KW', 'ضاحية عبدالله السالم', ['Abdullah Al-Salem', 'عبد الله السالم'], ['Sabah Al Salem']],
  ['KW', 'Kuwait City', ['الكويت', 'مدينة الكويت'], ['العاصمة']],
  ['SA', 'الرياض', ['Riyadh', 'ar-Riyad', 'منطقة الرياض', 'SA-01'], ['الريان', 'Jeddah']],
  ['SA', 'مكة المكرمة', ['Mecca', 'Makkah', 'مكة'], ['المدينة المنورة', 'جدة']],
  ['SA', 'Jeddah', ['جدة', 'Jiddah', 'جده'], ['Mecca']],
  ['AE', 'إمارة دبي', ['Dubai', 'دبي', 'Emirate of Dubai'], ['دبا', 'Sharjah']],
  ['US', 'California', ['CA', 'ca', 'US-CA'], ['CO', 'Baja California']],
  ['JP', '東京都', ['Tokyo', 'JP-13'], ['Kyoto']],
]

test.for(places)('delivers to a region of %s, %s, by its other names', async ([country, region, same, others]) => {
  const { reaches } = await openShopFor(country, [region])
  for (const name of [region, ...same]) expect([name, await reaches(name)]).toEqual([name, true])
  for (const name of others) expect([name, await reaches(name)]).toEqual([name, false])
})

test('a region that the service does not know is compared by its name', async () => {
  const { reaches } = await openShopFor('KW', ['North-Camp 7'])
  expect(await reaches('north camp ٧')).toBe(true)
  expect(await reaches('North Camp 8')).toBe(false)
})

test('a region without letters does not stand for the whole country', async () => {
  const { reaches } = await openShopFor('KW', ['-'])
  expect(await reaches('Hawalli')).toBe(false)
})
