import { describe, expect, test } from 'vitest'
import { failuresOf, jsonl, sent, sentCsv, types } from '../../platform/transfer/files.ts'
import { callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import type { Answer } from '../../support/service.ts'
import { expectProblem, openShop } from '../../support/shop.ts'
import { scarf } from './scarf.ts'

const withoutVariant = 'option_value_without_variant'
const inUse = 'option_value_in_use'

const problemsOf = (answer: Answer) =>
  expectProblem(answer, 422, 'invalid_input').errors.map(({ pointer, code }) => [pointer, code])

const size = (...values: string[]) => ({ name: 'Size', values })

describe('a value of an option that no variant has', () => {
  test('is refused for a new product, with what to do', async () => {
    const { owner } = await openShop()
    const answer = await owner.post('/api/products', {
      title: 'Scarf',
      price: 10,
      options: [size('S', 'M', 'L'), { name: 'Colour', values: ['Red'] }, { name: 'Cut' }],
      variants: [{ options: { Size: 'S' } }],
    })
    expect(problemsOf(answer)).toEqual([
      ['/options/0/values/1', withoutVariant],
      ['/options/0/values/2', withoutVariant],
      ['/options/1/values/0', withoutVariant],
      ['/options/2', withoutVariant],
    ])
    const [first] = expectProblem(answer, 422, 'invalid_input').errors
    expect(first).toMatchObject({
      option: 'Size',
      value: 'M',
      detail: 'No variant has Size "M". Add a variant with it, or leave it out.',
    })
    expect(await owner.get('/api/products')).toMatchObject({ body: { meta: { total: 0 } } })
  })

  test('is refused for an existing product, and nothing changes', async () => {
    const { owner, at, read } = await scarf()
    const before = await read()
    const more = { title: 'Shawl', options: [size('S', 'L', 'XL')] }
    expect(problemsOf(await owner.patch(at, more))).toEqual([['/options/0/values/2', withoutVariant]])
    expect(await read()).toEqual(before)
    expect(await owner.post(`${at}/variants`, { options: { Size: 'XL' } })).toMatchObject({ status: 201 })
    expect(await owner.patch(at, more)).toMatchObject({ status: 200, body: more })
  })

  test('leaves only its own row out of an import', async () => {
    const { owner } = await openShop()
    const header = 'external_id,title,price,options,variant_options'
    const report = await sentCsv(
      owner,
      'products',
      header,
      ['P-1', 'Scarf', '10', 'Size: S | L', 'Size: S'],
      ['P-2', 'Shawl', '10', 'Size: S | L', ''],
      ['P-3', 'Cap', '10', 'Size: S | L', 'Size: L'],
      ['P-3', '', '', '', 'Size: S'],
    )
    expect(report).toMatchObject({ created: 1, failed: 2 })
    expect(failuresOf(report)).toEqual([
      [2, 'options', withoutVariant],
      [3, 'options', withoutVariant],
      [3, 'options', withoutVariant],
    ])
    const cap = { external_id: 'P-3', options: [size('L', 'M', 'S')] }
    const more = await sent(owner, 'products', jsonl(cap), { type: types.jsonl })
    expect(failuresOf(more)).toEqual([['/options/0/values/1', withoutVariant]])
    const withIt = jsonl({ ...cap, variants: [{ options: { Size: 'M' } }] })
    expect(await sent(owner, 'products', withIt, { type: types.jsonl })).toMatchObject({ updated: 1 })
    expect(await sent(owner, 'products', withIt, { type: types.jsonl })).toMatchObject({ unchanged: 1 })
    expect(await owner.get('/api/products?external_id=P-3')).toMatchObject({
      body: { data: [{ options: [size('L', 'M', 'S')] }] },
    })
  })
})

describe('removing a value that variants use', () => {
  test('is refused, and names the variants', async () => {
    const { owner, at, small, large, read } = await scarf()
    await owner.patch(`${at}/variants/${large.id}`, { sku: 'SCARF-L' })
    const before = await read()
    const answer = await owner.patch(at, { options: [size('S')] })
    expect(expectProblem(answer, 422, 'invalid_input').errors).toEqual([
      {
        pointer: '/options/0/values',
        code: inUse,
        detail: '1 variant has Size "L". Change or remove them first, or keep the value.',
        option: 'Size',
        value: 'L',
        variants: [{ id: large.id, title: 'L', sku: 'SCARF-L' }],
      },
    ])
    expect(expectProblem(await owner.patch(at, { options: [] }), 422, 'invalid_input').errors).toMatchObject([
      { pointer: '/options', code: inUse, value: 'L', variants: [{ id: large.id }] },
      { pointer: '/options', code: inUse, value: 'S', variants: [{ id: small.id }] },
    ])
    expect(await read()).toEqual(before)
  })

  test('is refused together with the value that should replace it', async () => {
    const { owner, at } = await scarf()
    expect(problemsOf(await owner.patch(at, { options: [size('S', 'Large')] }))).toEqual([
      ['/options/0/values/1', withoutVariant],
      ['/options/0/values', inUse],
    ])
  })

  test('is refused to an assistant', async () => {
    const shop = await scarf()
    const { token } = await tokenFor(shop, { scopes: ['catalog:write'] })
    const change = callOf('update_product', { product_id: shop.id, options: [size('S')] })
    expect(refusalOf(await post(change, { token })).errors).toMatchObject([
      { pointer: '/options/0/values', code: inUse, variants: [{ id: shop.large.id, title: 'L', sku: null }] },
    ])
  })
})

describe('the options of a product', () => {
  test('can be put in another order, and sent as they were read', async () => {
    const { owner, addProduct } = await openShop()
    const { id, options } = await addProduct({
      variants: [{ options: { Size: 'S', Colour: 'Red' } }, { options: { Size: 'L', Colour: 'Blue' } }],
    })
    const colours = { name: 'Colour', values: ['Red', 'Blue'] }
    expect(options).toEqual([size('S', 'L'), colours])
    const at = `/api/products/${id}`
    for (const change of [{ options }, { options: [colours, size('L', 'S')] }, { title: 'Shawl' }])
      expect(await owner.patch(at, change)).toMatchObject({ status: 200, body: change })
    expect(await owner.get(at)).toMatchObject({ body: { options: [colours, size('L', 'S')] } })
  })

  test('gain the values of new variants, and lose those of the last variant that had them', async () => {
    const { owner, at, small, large, read } = await scarf()
    const options = async () => (await read()).options
    await owner.patch(at, { options: [size('L', 'S')] })
    await owner.post(`${at}/variants`, { options: { Size: 'XL', Colour: 'Red' } })
    expect(await options()).toEqual([size('L', 'S', 'XL'), { name: 'Colour', values: ['Red'] }])
    await owner.patch(`${at}/variants/${large.id}`, { options: { Size: 'M' } })
    expect(await options()).toEqual([size('S', 'XL', 'M'), { name: 'Colour', values: ['Red'] }])
    await owner.delete(`${at}/variants/${small.id}`)
    const left = await options()
    expect(left).toEqual([size('XL', 'M'), { name: 'Colour', values: ['Red'] }])
    expect(await owner.patch(at, { options: left })).toMatchObject({ status: 200 })
  })

  test('have the values of variants that are added at the same time', async () => {
    const { owner, at, read } = await scarf()
    const added = ['M', 'XL', 'XS', 'XXL']
    const answers = await Promise.all(added.map((value) => owner.post(`${at}/variants`, { options: { Size: value } })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const { options, variants } = await read()
    expect(options.map(({ values }) => values.toSorted())).toEqual([['L', 'M', 'S', 'XL', 'XS', 'XXL']])
    expect(variants).toHaveLength(6)
  })
})

describe('a variant with only some of the options of its product', () => {
  const missing = (pointer: string) => [[pointer, 'required']]
  const red = { Size: 'S', Colour: 'Red' }

  test('is refused with the product, alone, and when it is changed', async () => {
    const { owner, addProduct } = await openShop()
    const body = { title: 'Cap', price: 10, variants: [{ options: red }, { options: { Size: 'L' } }] }
    const refused = await owner.post('/api/products', body)
    expect(problemsOf(refused)).toEqual(missing('/variants/1/options'))
    expect(expectProblem(refused, 422, 'invalid_input').detail).toContain('"Colour"')
    const { id, variants } = await addProduct({
      title: 'Scarf',
      variants: [{ options: red }, { options: { ...red, Size: 'L' } }],
    })
    const at = `/api/products/${id}/variants`
    expect(problemsOf(await owner.post(at, { options: { Size: 'XL' } }))).toEqual(missing('/options'))
    expect(problemsOf(await owner.patch(`${at}/${variants[0]?.id}`, { options: { Size: 'S' } }))).toEqual(
      missing('/options'),
    )
    expect(await owner.get(`/api/products/${id}`)).toMatchObject({
      body: { version: 1, variants: [{ options: red }, {}] },
    })
  })

  test('leaves its product out of an import', async () => {
    const { owner } = await openShop()
    const report = await sentCsv(
      owner,
      'products',
      'external_id,title,price,variant_options',
      ['P-1', 'Cap', '10', 'Size: S, Colour: Red'],
      ['P-1', '', '', 'Size: L'],
      ['P-2', 'Scarf', '10', 'Size: S'],
    )
    expect(report).toMatchObject({ created: 1, failed: 1 })
    expect(failuresOf(report)).toEqual([[3, 'variant_options', 'required']])
  })

  test('can come by an option that the others still lack, and stay without any', async () => {
    const { owner, addProduct } = await openShop()
    const { id, variants } = await addProduct({
      variants: [{}, { options: { Size: 'S' } }, { options: { Size: 'L' } }],
    })
    const at = `/api/products/${id}/variants`
    for (const [nth, Size] of [
      [1, 'S'],
      [2, 'L'],
    ] as const)
      expect(await owner.patch(`${at}/${variants[nth]?.id}`, { options: { Size, Colour: 'Red' } })).toMatchObject({
        status: 200,
      })
    expect(await owner.patch(`${at}/${variants[0]?.id}`, { price: 9 })).toMatchObject({ status: 200 })
  })
})
