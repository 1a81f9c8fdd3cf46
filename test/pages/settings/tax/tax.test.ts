import { expect, test } from 'vitest'
import { asOwner } from '../../../support/sql.ts'
import { hiddenFields, openWebShop } from '../../../support/callers/web.ts'

const at = ({ slug }: { slug: string }) => `/settings/tax?store=${slug}`

const good = {
  charged: 'yes',
  rate: '8.875',
  label: 'Sales tax',
  prices: 'added',
  tax_delivery: 'on',
  registration_number: 'TRN 100',
  country_rates: 'Saudi Arabia 15\nkw: 0\nالإمارات ٥ %\n\nUK=20',
}

const stored = async (id: string) => {
  const [row] = await asOwner`select tax, version from stores where id = ${id}`
  return row
}

test('an owner sets the tax and its rates for other countries, and removes it', async () => {
  const { owner, store } = await openWebShop()
  const before = await owner.get(at(store))
  expect(before.html).toMatch(/name="charged" value="no" required(="")? checked/)
  const saved = await owner.submit(at(store), '/settings/tax', good)
  expect(saved.status, saved.html).toBe(303)
  expect(saved.headers.get('Location')).toBe(`${at(store)}&done=saved`)
  expect(await stored(store.id)).toEqual({
    tax: {
      rate: 8.875,
      label: 'Sales tax',
      prices_include_tax: false,
      tax_delivery: true,
      registration_number: 'TRN 100',
      country_rates: [
        { country: 'SA', rate: 15 },
        { country: 'KW', rate: 0 },
        { country: 'AE', rate: 5 },
        { country: 'GB', rate: 20 },
      ],
    },
    version: 2,
  })
  const { html } = await owner.get(saved.headers.get('Location') ?? '')
  expect(html).toContain('Your changes are saved')
  expect(html).toContain('Saudi Arabia 15\nKuwait 0\nUnited Arab Emirates 5\nUnited Kingdom 20</textarea>')
  for (const value of ['8.875', 'Sales tax', 'TRN 100']) expect(html).toContain(`value="${value}"`)
  // What the page shows can be saved as it is.
  const again = { ...good, country_rates: 'Saudi Arabia 15\nKuwait 0\nUnited Arab Emirates 5\nUnited Kingdom 20' }
  expect((await owner.submit(at(store), '/settings/tax', again)).status).toBe(303)
  expect((await owner.submit(at(store), '/settings/tax', { ...good, charged: 'no' })).status).toBe(303)
  expect(await stored(store.id)).toEqual({ tax: null, version: 4 })
})

test('every invalid field shows its error and keeps what was entered', async () => {
  const { owner, store } = await openWebShop()
  const wrong = {
    charged: 'yes',
    rate: '5,5',
    label: '',
    registration_number: 'x'.repeat(51),
    country_rates: 'Kuwait 5\nAtlantis 7',
  }
  const answer = await owner.submit(at(store), '/settings/tax', wrong)
  expect(answer.status).toBe(422)
  expect(answer.html.match(/aria-invalid="true"/g)).toHaveLength(4)
  for (const said of [
    'Nothing was saved',
    'Enter a rate from 0 to 100',
    'Enter what shoppers read, such as VAT',
    'Choose whether your prices include the tax',
    'Line 2: “Atlantis” is not a country',
    'value="5,5"',
    'Kuwait 5\nAtlantis 7</textarea>',
  ])
    expect(answer.html).toContain(said)
  for (const [rates, said] of [
    ['Kuwait', 'Line 1: write the country and its rate'],
    ['SA 15\nUnited Arab Emirates', 'Line 2: write the country and its rate'],
    ['Kuwait 5\nSA 15\nKW 6', 'Line 3: Kuwait has a rate already'],
    ['Kuwait 5.12345', 'Each rate must be from 0 to 100 with at most 4 decimals'],
    ['Kuwait 101', 'Each rate must be from 0 to 100 with at most 4 decimals'],
  ] as const) {
    const refused = await owner.submit(at(store), '/settings/tax', { ...good, country_rates: rates })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain(said)
  }
  expect(await stored(store.id)).toEqual({ tax: null, version: 1 })
})

test('a stranger can neither see nor change the tax of the store', async () => {
  const { owner: stranger, store: own } = await openWebShop()
  const { owner, store } = await openWebShop()
  const opened = hiddenFields((await owner.get(at(store))).html, '/settings/tax')
  const { form_token = '' } = hiddenFields((await stranger.get(at(own))).html, '/settings/sign-out')
  expect((await stranger.get(at(store))).status).toBe(404)
  expect((await stranger.post('/settings/tax', { ...opened, ...good, form_token })).status).toBe(404)
  expect(await stored(store.id)).toEqual({ tax: null, version: 1 })
})
