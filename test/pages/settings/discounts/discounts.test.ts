import { expect, test } from 'vitest'
import { z } from 'zod'
import { asOwner } from '../../../support/sql.ts'
import { openWebShop, partOf, type Web } from '../../../support/callers/web.ts'

const base = '/settings/discounts'
const at = ({ slug }: { slug: string }, path = '') => `${base}${path}?store=${slug}`

const good = {
  how: 'code',
  code: 'Summer ١٥',
  name: 'Summer sale',
  kind: 'percentage',
  value: '12.5',
  max_amount: '20',
  goods: 'tags',
  tags: 'winter, صوف، wool',
  products: '',
  min_subtotal: '30.50',
  min_quantity: '2',
  starts_at: '2026-12-01T08:00',
  ends_at: '2027-01-01T00:00',
  usage_limit: '100',
  usage_limit_per_customer: '1',
  first_order_only: 'on',
  combines: 'on',
  active: 'on',
}

const plain = { how: 'code', kind: 'percentage', value: '10', goods: 'all', active: 'on' }

/** The stored discounts of a store, oldest first. */
const stored = (storeId: string) =>
  asOwner`select code, name, kind, percentage::float, amount_minor::int as amount, max_amount_minor::int as max_amount,
      product_ids, tags, min_subtotal_minor::int as min_subtotal, min_quantity,
      to_char(starts_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS') as starts_at,
      to_char(ends_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS') as ends_at,
      usage_limit, usage_limit_per_customer, first_order_only, combines, active, version
    from discounts where store_id = ${storeId} order by created_at, id`

const add = (web: Web, store: { slug: string }, fields: Record<string, string>) =>
  web.submit(at(store, '/new'), base, fields)

const editOf = async (web: Web, store: { slug: string }) =>
  /href="(\/settings\/discounts\/[0-9a-f-]{36})\?/.exec((await web.get(at(store))).html)?.[1] ?? ''

/** A shop in Kuwait, whose clocks are three hours ahead of UTC. */
async function openKuwaitShop() {
  const shop = await openWebShop()
  await asOwner`update stores set timezone = 'Asia/Kuwait' where id = ${shop.store.id}`
  return shop
}

/** Adds a product directly to the database. */
async function addProduct(storeId: string, slug: string, sku: string): Promise<string> {
  const id = crypto.randomUUID()
  await asOwner`insert into products (store_id, id, title, slug, status, price_minor, currency, currency_exponent)
    values (${storeId}, ${id}, ${slug}, ${slug}, 'active', 100, 'USD', 2)`
  await asOwner`insert into product_variants (store_id, id, product_id, title, sku, position)
    values (${storeId}, gen_random_uuid(), ${id}, '', ${sku}, 1)`
  return id
}

/** Adds a collection directly to the database. */
async function addCollection(storeId: string, slug: string): Promise<string> {
  const id = crypto.randomUUID()
  await asOwner`insert into collections (store_id, id, slug, title, seo) values (${storeId}, ${id}, ${slug}, ${slug}, '{}')`
  return id
}

test('a code is added with every field, listed, changed and deleted', async () => {
  const { owner, store } = await openKuwaitShop()
  expect((await owner.get(at(store))).html).toContain('No discounts yet')
  const added = await add(owner, store, good)
  expect(added.status, added.html).toBe(303)
  const discount = {
    code: 'Summer ١٥',
    name: 'Summer sale',
    kind: 'percentage',
    percentage: 12.5,
    amount: null,
    max_amount: 2000,
    product_ids: null,
    tags: ['winter', 'صوف', 'wool'],
    min_subtotal: 3050,
    min_quantity: 2,
    starts_at: '2026-12-01 05:00:00',
    ends_at: '2026-12-31 21:00:00',
    usage_limit: 100,
    usage_limit_per_customer: 1,
    first_order_only: true,
    combines: true,
    active: true,
    version: 1,
  }
  expect(await stored(store.id)).toEqual([discount])
  await asOwner`update discounts set uses = 42 where store_id = ${store.id}`
  const { html } = await owner.get(added.headers.get('Location') ?? '')
  for (const said of [
    'The discount was added',
    'Summer ١٥',
    '12.5% off, at most $20.00 · Tags: winter, صوف, wool',
    '42 orders of 100 · from 1 Dec 2026, 08:00 · until 1 Jan 2027, 00:00',
  ])
    expect(html).toContain(said)

  const edit = await editOf(owner, store)
  const page = `${edit}?store=${store.slug}`
  const form = (await owner.get(page)).html
  for (const value of [
    'Summer ١٥',
    '12.5',
    '20.00',
    'winter, صوف, wool',
    '30.50',
    '2026-12-01T08:00',
    '2027-01-01T00:00',
  ])
    expect(form).toContain(`value="${value}"`)
  expect(form).toContain('42 orders use it')
  expect((await owner.submit(page, edit, good)).status).toBe(303)
  expect(await stored(store.id)).toEqual([{ ...discount, version: 2 }])

  const automatic = {
    how: 'automatic',
    code: '',
    name: 'Free delivery',
    kind: 'free_delivery',
    value: '',
    goods: 'all',
  }
  const saved = await owner.submit(page, edit, automatic)
  expect(saved.status, saved.html).toBe(303)
  expect(await stored(store.id)).toEqual([
    {
      code: null,
      name: 'Free delivery',
      kind: 'free_delivery',
      percentage: null,
      amount: null,
      max_amount: null,
      product_ids: null,
      tags: null,
      min_subtotal: null,
      min_quantity: null,
      starts_at: null,
      ends_at: null,
      usage_limit: null,
      usage_limit_per_customer: null,
      first_order_only: false,
      combines: false,
      active: false,
      version: 3,
    },
  ])
  const listed = (await owner.get(saved.headers.get('Location') ?? '')).html
  for (const said of ['Your changes are saved', 'Automatic', '>Off<', 'Free delivery · All products'])
    expect(listed).toContain(said)

  expect(partOf((await owner.get(page)).html, 'id="delete"', '</section>')).toContain('Yes, delete')
  const deleted = await owner.submit(page, `${edit}/delete`)
  expect((await owner.get(deleted.headers.get('Location') ?? '')).html).toContain('The discount was deleted')
  expect(await stored(store.id)).toEqual([])
})

test('certain products are named by slug, SKU or id, and shown by slug', async () => {
  const { owner, store } = await openWebShop()
  const scarf = await addProduct(store.id, 'wool-scarf', 'WS-1')
  const cap = await addProduct(store.id, 'cap', 'CAP-1')
  const tie = await addProduct(store.id, 'tie', 'TIE-1')
  const { store: other } = await openWebShop()
  const theirs = await addProduct(other.id, 'their-hat', 'HAT-1')
  const names = `Wool-Scarf\n  CAP-1\n\n${tie}\nwool-scarf`
  const added = await add(owner, store, { ...plain, code: 'X', goods: 'products', products: names })
  expect(added.status, added.html).toBe(303)
  const [row] = await stored(store.id)
  expect(z.array(z.string()).parse(Object(row).product_ids).toSorted()).toEqual([scarf, cap, tie].toSorted())
  expect((await owner.get(at(store))).html).toContain('3 products')
  const edit = await editOf(owner, store)
  const shown = /<textarea[^>]*id="products"[^>]*>([^<]*)</.exec(
    (await owner.get(`${edit}?store=${store.slug}`)).html,
  )?.[1]
  expect(shown?.split('\n').toSorted()).toEqual(['cap', 'tie', 'wool-scarf'])
  for (const unknown of ['their-hat', 'HAT-1', theirs, 'wool']) {
    const refused = await owner.submit(`${edit}?store=${store.slug}`, edit, {
      ...plain,
      code: 'X',
      goods: 'products',
      products: `cap\n${unknown}`,
    })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain(`No product has the slug or SKU “${unknown}”`)
    expect(refused.html).toContain(`cap\n${unknown}</textarea>`)
  }
})

test('a discount for certain collections names them by their addresses, each in the same store', async () => {
  const { owner, store } = await openWebShop()
  const { store: other } = await openWebShop()
  const [wool, gifts, theirs] = [
    await addCollection(store.id, 'wool'),
    await addCollection(store.id, 'gifts'),
    'theirs',
  ]
  await addCollection(other.id, theirs)
  const fields = { ...plain, code: 'X', goods: 'collections' }
  const added = await add(owner, store, { ...fields, collections: `Wool\n ${gifts}\nwool` })
  expect(added.status, added.html).toBe(303)
  const [row] = await asOwner`select collection_ids from discounts where store_id = ${store.id}`
  expect(z.array(z.string()).parse(row?.['collection_ids']).toSorted()).toEqual([wool, gifts].toSorted())
  expect((await owner.get(at(store))).html).toContain('2 collections')
  const edit = await editOf(owner, store)
  const page = `${edit}?store=${store.slug}`
  const shown = /<textarea[^>]*id="collections"[^>]*>([^<]*)</.exec((await owner.get(page)).html)?.[1]
  expect(shown?.split('\n').toSorted()).toEqual(['gifts', 'wool'])
  const refused = await owner.submit(page, edit, { ...fields, collections: `wool\n${theirs}` })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain(`No collection has the address “${theirs}”`)
  const none = await owner.submit(page, edit, { ...fields, collections: '' })
  expect(none.html).toContain('Enter at least one collection, or choose all products above.')
})

test('what a discount excepts is said, and stays when the form is saved', async () => {
  const { owner, store } = await openWebShop()
  const scarf = await addProduct(store.id, 'wool-scarf', 'WS-1')
  const wool = await addCollection(store.id, 'wool')
  expect((await add(owner, store, { ...plain, code: 'X' })).status).toBe(303)
  await asOwner`update discounts set except_product_ids = array[${scarf}::uuid], except_collection_ids = array[${wool}::uuid],
    except_tags = array['Gift', 'هدية'] where store_id = ${store.id}`
  const said = 'Except: 1 product, 1 collection, tags Gift, هدية'
  const textOf = (html: string) => html.replaceAll(/<[^>]*>|[\u2066-\u2069]/g, '')
  expect(textOf((await owner.get(at(store))).html)).toContain(`All products · ${said}`)
  const edit = await editOf(owner, store)
  const page = `${edit}?store=${store.slug}`
  expect(textOf((await owner.get(page)).html)).toContain(`${said}. This stays when you save.`)
  const saved = await owner.submit(page, edit, { ...plain, code: 'X', value: '20', goods: 'tags', tags: 'wool' })
  expect(saved.status, saved.html).toBe(303)
  const [row] = await asOwner`select percentage::float, tags, except_product_ids, except_collection_ids, except_tags
    from discounts where store_id = ${store.id}`
  expect(row).toEqual({
    percentage: 20,
    tags: ['wool'],
    except_product_ids: [scarf],
    except_collection_ids: [wool],
    except_tags: ['Gift', 'هدية'],
  })
})

test('every invalid field shows its error and keeps what was entered', async () => {
  const { owner, store } = await openWebShop()
  const wrong = {
    how: 'code',
    kind: 'percentage',
    goods: 'tags',
    code: 'x'.repeat(65),
    name: 'x'.repeat(101),
    value: 'ten',
    max_amount: '1,000',
    tags: ' , ',
    min_subtotal: '-5',
    min_quantity: '0',
    starts_at: 'tomorrow',
    ends_at: '31/12/2026',
    usage_limit: '1.5',
    usage_limit_per_customer: 'one',
  }
  const answer = await add(owner, store, wrong)
  expect(answer.status).toBe(422)
  expect(answer.html.match(/aria-invalid="true"/g)).toHaveLength(11)
  for (const said of ['Nothing was saved', 'value="ten"', 'value="1,000"', 'Choose a date and a time'])
    expect(answer.html).toContain(said)
  expect((await add(owner, store, { ...plain, code: 'Taken' })).status).toBe(303)
  for (const [fields, said] of [
    [{ code: '' }, 'Enter a code of up to 64 characters'],
    [{ code: 'ta ken' }, 'Another discount has this code'],
    [{ code: 'ـ' }, 'A code must have letters or digits'],
    [{ how: 'automatic', code: 'X', name: 'X' }, 'An automatic discount has no code'],
    [{ name: 'x'.repeat(101) }, 'Enter what shoppers read'],
    [{ value: '' }, 'Enter a percentage such as 15'],
    [{ value: '101' }, 'A percentage is more than 0 and at most 100'],
    [{ kind: 'fixed', value: '2.505' }, 'Enter a percentage such as 15'],
    [{ kind: 'free_delivery', value: '5' }, 'Free delivery has no value'],
    [{ kind: 'fixed', max_amount: '5' }, 'Only a percentage has this'],
    [{ starts_at: '2027-01-01T00:00', ends_at: '2026-12-01T00:00' }, 'The end must be after the start'],
    [{ goods: 'products', products: '' }, 'Enter at least one product'],
  ] as const) {
    const refused = await add(owner, store, { ...plain, code: 'Fresh', ...fields })
    expect(refused.status, said).toBe(422)
    expect(refused.html).toContain(said)
    expect(refused.html.match(/aria-invalid="true"/g), said).toHaveLength(1)
  }
  expect(await stored(store.id)).toHaveLength(1)
})

test('many discounts are shown page by page, and found by code or name', async () => {
  const { owner, store } = await openWebShop()
  await asOwner`insert into discounts (store_id, id, name, code, kind, percentage, created_at)
    select ${store.id}, gen_random_uuid(), 'Offer ' || n, 'CODE' || n, 'percentage', 10, now() - make_interval(mins => n)
      from generate_series(1, 45) as n`
  let { html } = await owner.get(at(store))
  const names: string[] = []
  for (;;) {
    names.push(...[...html.matchAll(/<h3><bdi>([^<]*)/g)].map(([, name = '']) => name))
    expect(new TextEncoder().encode(html).length).toBeLessThan(40 * 1024)
    const older = /href="([^"]+)">\s*Older discounts/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    if (older === undefined) break
    html = (await owner.get(older)).html
  }
  expect(names).toEqual(Array.from({ length: 45 }, (_, i) => `Offer ${i + 1}`))
  const found = (await owner.get(`${at(store)}&search=code44`)).html
  expect([...found.matchAll(/<h3><bdi>([^<]*)/g)].map(([, name]) => name)).toEqual(['Offer 44'])
  expect((await owner.get(`${at(store)}&search=nothing`)).html).toContain('No discount has this code or name')
})
