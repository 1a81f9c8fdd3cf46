import { expect, test } from 'vitest'
import * as z from 'zod'
import { AddressFormat } from '../../../src/areas/checkout/address-formats/address-format.ts'
import { countryCodes } from '../../../src/platform/values/country.ts'
import { database, service } from '../../support/service.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { openWindow } from '../storefront/shop-window.ts'

const formatOf = async (country: string) =>
  expectBody(await service().fetch(`/api/address-formats/${country}`), 200, AddressFormat)

const namesOf = ({ parts }: z.output<typeof AddressFormat>) => parts.map(({ name }) => name)

test('a front end draws the form of an address as its country writes it', async () => {
  const us = await formatOf('US')
  expect(namesOf(us)).toEqual(['recipient', 'phone', 'line1', 'line2', 'city', 'region', 'postal_code'])
  expect(us.parts.slice(4)).toEqual([
    { name: 'city', label: { en: 'City', ar: 'المدينة' }, required: true, alternative: null },
    { name: 'region', label: { en: 'State', ar: 'الولاية' }, required: true, alternative: null },
    { name: 'postal_code', label: { en: 'ZIP code', ar: 'الرمز البريدي' }, required: true, alternative: null },
  ])
  expect(us.regions).toContainEqual({ code: 'CA', name: { en: 'California', ar: 'California' }, cities: [] })
  const kuwait = await formatOf('kw')
  expect(kuwait.country).toBe('KW')
  expect(namesOf(kuwait)).toEqual(['recipient', 'phone', 'line1', 'line2', 'area', 'postal_code', 'city', 'region'])
  expect(kuwait.parts).toContainEqual(expect.objectContaining({ name: 'city', required: true, alternative: 'area' }))
  expect(kuwait.parts).toContainEqual(
    expect.objectContaining({ name: 'region', label: { en: 'Governorate', ar: 'المحافظة' }, required: false }),
  )
  expect(kuwait.regions).toContainEqual({
    code: 'HA',
    name: { en: 'Hawalli', ar: 'حولي' },
    cities: expect.arrayContaining([{ name: { en: 'Salmiya', ar: 'السالمية' } }]),
  })
  // The largest place first.
  const japan = await formatOf('JP')
  expect(namesOf(japan).slice(0, 3)).toEqual(['postal_code', 'region', 'line1'])
  expect(japan.parts[1]).toMatchObject({ label: { en: 'Prefecture', ar: 'المحافظة' } })
  expect((await formatOf('IE')).parts).toContainEqual(
    expect.objectContaining({ name: 'postal_code', label: { en: 'Eircode', ar: 'الرمز البريدي (Eircode)' } }),
  )
})

test('what a form requires is what an order is refused for', async () => {
  const window = await openWindow()
  const scarf = await window.addProduct({ title: 'Scarf', variants: [{ on_hand: 1 }] })
  const customer = { name: 'Amal', phone: '+965 5000 0001' }
  const order = { customer, items: [{ product_id: scarf.id, quantity: 1 }] }
  const missing = async (address: object) => {
    const { errors } = expectProblem(await window.send('/orders', { ...order, address }), 422, 'invalid_input')
    return errors.map(({ pointer }) => pointer.replace('/address/', '')).toSorted()
  }
  for (const country of ['KW', 'SA', 'AE', 'BH', 'QA', 'EG', 'IQ', 'US', 'GB', 'JP', 'XK']) {
    const { parts } = await formatOf(country)
    const required = parts.filter((part) => part.required).map(({ name }) => name)
    expect([country, await missing({ country })]).toEqual([country, required.toSorted()])
    const replaced = parts.flatMap(({ alternative }) => alternative ?? [])
    for (const part of replaced)
      expect(await missing({ country, [part]: 'Salmiya' })).toEqual(
        parts.filter(({ required, alternative }) => required && alternative !== part).map(({ name }) => name),
      )
  }
})

test('every country has a format, with labels in both languages and every part once', async () => {
  for (const country of countryCodes) {
    const format = await formatOf(country)
    expect([country, new Set(namesOf(format)).size]).toEqual([country, format.parts.length])
    expect(namesOf(format)).toEqual(expect.arrayContaining(['recipient', 'phone', 'line1', 'line2']))
    for (const { label } of format.parts) expect(label.ar).toMatch(/\p{Script=Arabic}/u)
  }
})

test('delivery knows each region by its code and by its name in both languages', async () => {
  const countries = ['AE', 'BH', 'EG', 'IQ', 'JO', 'KW', 'LB', 'OM', 'QA', 'SA', 'US', 'JP', 'TR']
  for (const country of countries) {
    const { regions } = await formatOf(country)
    expect(regions.length).toBeGreaterThan(3)
    const names = JSON.stringify(regions.map(({ code, name }) => [code, name.en, name.ar]))
    const ambiguous = await asOwner`SELECT r AS names FROM jsonb_array_elements(${names}::jsonb) r
      WHERE (SELECT count(DISTINCT app.place_key(${country}, n)) FROM jsonb_array_elements_text(r) n WHERE n IS NOT NULL) <> 1`
    expect([country, ambiguous]).toEqual([country, []])
  }
})

test('delivery knows each city by its name in both languages, and no two of a country as the same', async () => {
  for (const country of ['AE', 'BH', 'EG', 'IQ', 'JO', 'KW', 'LB', 'OM', 'QA', 'SA']) {
    const { regions } = await formatOf(country)
    for (const { code, cities } of regions) expect([code, cities]).not.toEqual([code, []])
    const cities = regions.flatMap((region) => region.cities.map(({ name }) => name))
    const wrong = await asOwner`SELECT array_agg(n.value) AS names
      FROM jsonb_array_elements(${JSON.stringify(cities)}::jsonb) city, jsonb_each_text(city) n
      GROUP BY app.place_key(${country}, n.value) HAVING count(*) <> 2 OR count(DISTINCT city) <> 1`
    expect([country, wrong]).toEqual([country, []])
    for (const { ar } of cities) expect(ar).toMatch(/^[\p{Script=Arabic}\p{M} ]+$/u)
  }
})

test('is public, needs no database, and caches may store it', async () => {
  const tag = `format-${crypto.randomUUID()}`
  const shop = service(tag)
  const answer = await shop.fetch('/api/address-formats/KW', { headers: { Origin: 'https://shop.example' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(answer.headers.get('Cache-Control')).toMatch(/^public, max-age=/)
  const etag = answer.headers.get('ETag') ?? ''
  const again = await shop.fetch('/api/address-formats/KW', { headers: { 'If-None-Match': etag } })
  expect([again.status, again.body]).toEqual([304, ''])
  expect((await database(tag).seen()).requests).toBe(0)
})

test.for(['UK', 'ZZ', 'Kuwait', '1'])('%s is no country', async (country) => {
  expectProblem(await service().fetch(`/api/address-formats/${country}`), 404, 'not_found')
})
