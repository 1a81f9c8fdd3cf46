import { expect, test } from 'vitest'
import { asOwner } from '../../../support/sql.ts'
import { openWebShop, partOf, type Web } from '../../../support/callers/web.ts'

const base = '/settings/delivery'
const at = ({ slug }: { slug: string }, path = '') => `${base}${path}?store=${slug}`

const good = {
  name: 'توصيل Kuwait',
  kind: 'delivery',
  active: 'on',
  zones: 'Kuwait: Hawalli, حولي، "Ahmadi, south"\nsa\n\nالبحرين',
  price: '١٫٥٠',
  free_from: '20',
  rate_per_kg: '0.5',
  cod_fee: '0.25',
  min_subtotal: '1',
  max_subtotal: '500.00',
  max_weight_kg: '12.5',
  payment_methods: 'cod, knet، card',
  min_days: '1',
  max_days: '3',
  pickup_address: '',
  position: '',
}

/** The stored methods of a store, by position. */
const stored = (storeId: string) =>
  asOwner`select name, kind, zones, price_minor::int as price, free_from_minor::int as free_from,
      rate_per_kg_minor::int as rate_per_kg, cod_fee_minor::int as cod_fee, min_subtotal_minor::int as min_subtotal,
      max_subtotal_minor::int as max_subtotal, max_weight_g, payment_methods, min_days, max_days, pickup_address, active,
      position, version
    from delivery_methods where store_id = ${storeId} order by position`

const addMethod = (web: Web, store: { slug: string }, fields: Record<string, string> = {}) =>
  web.submit(at(store, '/new'), base, { ...good, ...fields })

const editOf = async (web: Web, store: { slug: string }) =>
  /href="(\/settings\/delivery\/[0-9a-f-]{36})\?/.exec((await web.get(at(store))).html)?.[1] ?? ''

test('a method is added with every field, listed, changed and deleted', async () => {
  const { owner, store } = await openWebShop()
  expect((await owner.get(at(store))).html).toContain('No delivery methods yet')
  const added = await addMethod(owner, store)
  expect(added.status, added.html).toBe(303)
  const method = {
    name: 'توصيل Kuwait',
    kind: 'delivery',
    zones: [{ country: 'KW', regions: ['Hawalli', 'حولي', 'Ahmadi, south'] }, { country: 'SA' }, { country: 'BH' }],
    price: 150,
    free_from: 2000,
    rate_per_kg: 50,
    cod_fee: 25,
    min_subtotal: 100,
    max_subtotal: 50_000,
    max_weight_g: 12_500,
    payment_methods: ['cod', 'knet', 'card'],
    min_days: 1,
    max_days: 3,
    pickup_address: null,
    active: true,
    position: 1,
    version: 1,
  }
  expect(await stored(store.id)).toEqual([method])
  const { html } = await owner.get(added.headers.get('Location') ?? '')
  for (const said of [
    'The delivery method was added',
    '$1.50 · plus $0.50 per kg · free from $20.00 · cash on delivery $0.25',
    'Kuwait (Hawalli, حولي, Ahmadi, south), Saudi Arabia, Bahrain · 1–3 days',
  ])
    expect(html).toContain(said)

  const edit = await editOf(owner, store)
  const form = await owner.get(`${edit}?store=${store.slug}`)
  expect(form.html).toContain('Kuwait: Hawalli, حولي, &quot;Ahmadi, south&quot;\nSaudi Arabia\nBahrain</textarea>')
  expect(form.html).toMatch(/name="price"[^>]*value="1.50"|value="1.50"[^>]*name="price"/)
  const { active: _off, ...changes } = {
    ...good,
    kind: 'pickup',
    pickup_address: 'Souk, shop 5',
    zones: '',
    position: '7',
  }
  const cleared = { free_from: '', rate_per_kg: '', cod_fee: '', min_subtotal: '', max_subtotal: '', max_weight_kg: '' }
  const none = { ...cleared, payment_methods: '', min_days: '', max_days: '', price: '0' }
  const saved = await owner.submit(`${edit}?store=${store.slug}`, edit, { ...changes, ...none })
  expect(saved.status, saved.html).toBe(303)
  expect(await stored(store.id)).toEqual([
    {
      name: 'توصيل Kuwait',
      kind: 'pickup',
      zones: [],
      price: 0,
      free_from: null,
      rate_per_kg: null,
      cod_fee: null,
      min_subtotal: null,
      max_subtotal: null,
      max_weight_g: null,
      payment_methods: [],
      min_days: null,
      max_days: null,
      pickup_address: 'Souk, shop 5',
      active: false,
      position: 7,
      version: 2,
    },
  ])
  const listed = (await owner.get(saved.headers.get('Location') ?? '')).html
  for (const said of ['Your changes are saved', 'Pick-up', '>Off<', 'Everywhere', '>Free<'])
    expect(listed).toContain(said)

  const page = `${edit}?store=${store.slug}`
  expect(partOf((await owner.get(page)).html, 'id="delete"', '</section>')).toContain('Yes, delete')
  const deleted = await owner.submit(page, `${edit}/delete`)
  expect((await owner.get(deleted.headers.get('Location') ?? '')).html).toContain('The delivery method was deleted')
  expect(await stored(store.id)).toEqual([])
  expect((await owner.get(page)).status).toBe(404)
})

test('every invalid field shows its error and keeps what was entered', async () => {
  const { owner, store } = await openWebShop()
  const wrong = {
    name: ' ',
    zones: 'Kuwait\nAtlantis: Poseidonis',
    price: '1,250.50',
    free_from: '-1',
    rate_per_kg: 'cheap',
    cod_fee: '1e3',
    min_subtotal: '$5',
    max_subtotal: 'x',
    max_weight_kg: '0.0005',
    payment_methods: 'x'.repeat(101),
    min_days: '5',
    max_days: '3',
    pickup_address: 'x'.repeat(501),
    position: '1.5',
  }
  const answer = await addMethod(owner, store, wrong)
  expect(answer.status).toBe(422)
  // max_days is valid: min_days must be at most max_days.
  expect(answer.html.match(/aria-invalid="true"/g)).toHaveLength(13)
  for (const said of ['Nothing was saved', 'Line 2: “Atlantis” is not a country', 'value="1,250.50"', 'value="cheap"'])
    expect(answer.html).toContain(said)
  for (const [fields, said] of [
    [{ price: '1.005' }, 'Enter an amount such as 2.50'],
    [{ min_subtotal: '10', max_subtotal: '5' }, 'The smallest order cannot be more than the largest'],
    [{ pickup_address: 'Souk' }, 'Only a pick-up has an address'],
  ] as const) {
    const refused = await addMethod(owner, store, fields)
    expect(refused.status).toBe(422)
    expect(refused.html).toContain(said)
    expect(refused.html.match(/aria-invalid="true"/g)).toHaveLength(1)
  }
  expect(await stored(store.id)).toEqual([])
})

test('a store that has as many methods as it can is told so', async () => {
  const { owner, store } = await openWebShop()
  await asOwner`insert into delivery_methods (store_id, id, name, position)
    select ${store.id}, gen_random_uuid(), 'Method ' || n, n from generate_series(1, 50) as n`
  const refused = await addMethod(owner, store)
  expect(refused.status).toBe(409)
  expect(refused.html).toContain('at most 50 delivery methods')
  expect(refused.html).toContain('value="توصيل Kuwait"')
  const { html } = await owner.get(at(store))
  expect(html).toContain('Method 50')
  expect(new TextEncoder().encode(html).length).toBeLessThan(40 * 1024)
})
