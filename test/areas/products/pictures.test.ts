import { beforeAll, describe, expect, test } from 'vitest'
import { Order } from '../../../src/areas/orders/order.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { age, filesOf, sweep, upload } from '../media/gallery.ts'
import { sample, uniquePng } from '../media/samples.ts'
import { connect, tokenFor } from '../../support/callers/assistant.ts'
import { openScratch, type Scratch } from '../../support/scratch.ts'
import { CreatedOrder, expectBody, expectProblem, openShop, pointersOf, type Shop } from '../../support/shop.ts'

let scratch: Scratch
let shop: Shop
let front: { readonly id: string; readonly url: string }
let back: { readonly id: string; readonly url: string }
beforeAll(async () => {
  scratch = await openScratch()
  shop = await open()
  front = await upload(shop, sample('jpeg'))
  back = await upload(shop, sample('png'))
})

const open = () => openShop({ through: scratch.service(), sql: scratch.sql })
const patch = (id: string, change: object) => shop.owner.patch(`/api/products/${id}`, change)
const get = async (id: string) => expectBody(await shop.owner.get(`/api/products/${id}`), 200, Product)
const elsewhere = 'https://cdn.example/scarf.png'

describe('the pictures of a product', () => {
  test('are uploaded files and addresses, in the order in which they are sent', async () => {
    const { id, images } = await shop.addProduct({
      images: [
        { media_id: back.id },
        { url: elsewhere, alt: 'Seen from afar', width: 800, height: 600 },
        { media_id: front.id, alt: 'Front' },
      ],
    })
    expect(images).toEqual([
      { url: back.url, alt: null, media_id: back.id, width: 4, height: 6 },
      { url: elsewhere, alt: 'Seen from afar', media_id: null, width: 800, height: 600 },
      { url: front.url, alt: 'Front', media_id: front.id, width: 4, height: 6 },
    ])
    // What was read can be sent again, and so can the addresses alone.
    expectBody(await patch(id, { images: images.toReversed() }), 200, Product)
    expect((await get(id)).images).toEqual(images.toReversed())
    const addresses = images.map(({ url, alt }) => ({ url, alt }))
    expect(
      expectBody(await patch(id, { images: addresses }), 200, Product).images.map((image) => image.media_id),
    ).toEqual([back.id, null, front.id])
  })

  test('cannot be files that are unknown, deleted or of another store', async () => {
    const other = await upload(await open(), uniquePng('theirs'))
    const deleted = await upload(shop, uniquePng('deleted'))
    expect((await shop.owner.delete(`/api/media/${deleted.id}`)).status).toBe(204)
    const { id } = await shop.addProduct()
    const images = [
      { media_id: front.id },
      { media_id: other.id },
      { media_id: deleted.id },
      { url: deleted.url },
      { media_id: crypto.randomUUID() },
    ]
    const pointers = ['/images/1/media_id', '/images/2/media_id', '/images/3/url', '/images/4/media_id']
    for (const answer of [
      await patch(id, { images }),
      await shop.owner.post('/api/products', { title: 'Cap', price: 5, images }),
    ])
      expect(pointersOf(expectProblem(answer, 422, 'media_not_found'))).toEqual(pointers)
    expect((await get(id)).images).toEqual([])
    // The address of another store's file is an address like any other.
    expect(expectBody(await patch(id, { images: [{ url: other.url }] }), 200, Product).images).toMatchObject([
      { media_id: null },
    ])
    expectProblem(await patch(id, { images: [{ alt: 'Nothing' }] }), 422, 'invalid_input')
  })

  test('can be chosen for a variant, which loses its picture with the product', async () => {
    const product = await shop.addProduct({
      images: [{ media_id: front.id }, { media_id: back.id }],
      variants: [{ options: { side: 'back' }, image_id: back.id }, { options: { side: 'front' } }],
    })
    const [first, second] = product.variants
    expect([first?.image_id, second?.image_id]).toEqual([back.id, null])
    const variant = `/api/products/${product.id}/variants/${second?.id}`
    expect(await shop.owner.patch(variant, { image_id: front.id })).toMatchObject({
      status: 200,
      body: { image_id: front.id },
    })

    const foreign = await upload(shop, uniquePng('no image of it'))
    const wrong = await shop.owner.patch(variant, { image_id: foreign.id })
    expect(pointersOf(expectProblem(wrong, 422, 'media_not_found'))).toEqual(['/image_id'])
    const added = { options: { side: 'left' }, image_id: foreign.id }
    expectProblem(await shop.owner.post(`/api/products/${product.id}/variants`, added), 422, 'media_not_found')
    const created = await shop.owner.post('/api/products', { title: 'Cap', price: 5, variants: [{}, added] })
    expect(pointersOf(expectProblem(created, 422, 'media_not_found'))).toEqual(['/variants/1/image_id'])

    await patch(product.id, { images: [{ media_id: front.id }] })
    expect((await get(product.id)).variants.map(({ image_id }) => image_id)).toEqual([null, front.id])
  })

  test('survive an export and an import, in both formats', async () => {
    const { id } = await shop.addProduct({
      title: 'Exported',
      images: [{ media_id: front.id }, { url: elsewhere }],
      variants: [{ image_id: front.id }],
    })
    const before = await get(id)
    for (const [format, type] of [
      ['csv', 'text/csv'],
      ['jsonl', 'application/x-ndjson'],
    ] as const) {
      const { body } = await shop.owner.get(`/api/products/export?format=${format}&search=exported`)
      await patch(id, { images: [] })
      const imported = await shop.through.fetch('/api/products/import', {
        method: 'POST',
        headers: { Authorization: `Bearer ${shop.owner.token}`, 'Content-Type': type },
        body: String(body),
      })
      expect(imported.body, format).toMatchObject({ updated: 1, failed: 0 })
      const after = await get(id)
      expect([after.images, after.variants[0]?.image_id], format).toEqual([before.images, front.id])
    }
  })

  test('an assistant gets the address of a small one', async () => {
    const own = await open()
    const media = await upload(own)
    const addressed = await own.addProduct({ images: [{ url: elsewhere }] })
    const pictured = await own.addProduct({ images: [{ media_id: media.id }] })
    const plain = await own.addProduct()
    const assistant = await connect((await tokenFor(own)).token, 'modern', own)
    const { structuredContent } = await assistant.callTool({ name: 'list_products', arguments: {} })
    expect(structuredContent).toMatchObject({
      data: [
        { id: plain.id, image_url: null },
        { id: pictured.id, image_url: `${media.url}?w=200` },
        { id: addressed.id, image_url: elsewhere },
      ],
    })
    const saved = await assistant.callTool({
      name: 'update_product',
      arguments: { product_id: plain.id, images: [{ url: media.url }] },
    })
    expect(saved.structuredContent).toMatchObject({ images: [{ url: media.url }] })
    expect(await own.owner.get(`/api/products/${plain.id}`)).toMatchObject({
      body: { images: [{ media_id: media.id }] },
    })
    await assistant.close()
  })
})

describe('the picture of an order line', () => {
  test('is that of the day: the variant’s, or else the product’s first', async () => {
    // Of no other product, which would keep them too.
    const [front, back] = [await upload(shop), await upload(shop)]
    const product = await shop.addProduct({
      images: [{ media_id: front.id }, { media_id: back.id }],
      variants: [
        { on_hand: 9, options: { side: 'back' }, image_id: back.id },
        { on_hand: 9, options: { side: 'none' } },
      ],
    })
    const items = product.variants.map(({ id }) => ({
      product_id: product.id,
      variant_id: id,
      quantity: 1,
      unit_price: 10,
    }))
    const plain = await shop.addProduct()
    const { id: customer_id } = await shop.addCustomer()
    const placed = await shop.owner.post('/api/orders', {
      customer_id,
      total_amount: 30,
      items: [...items, { product_id: plain.id, quantity: 1, unit_price: 10 }],
    })
    const order = expectBody(placed, 201, CreatedOrder)
    const expected = [back.url, front.url, null]
    expect(order.items.map(({ image_url }) => image_url)).toEqual(expected)

    // Replaced pictures of an ordered product stay, because its orders show them.
    await patch(product.id, { images: [{ url: elsewhere }] })
    await age(shop, 25)
    await sweep(scratch)
    const kept = expectBody(await shop.owner.get(`/api/orders/${order.id}`), 200, Order)
    expect(kept.items.map(({ image_url }) => image_url)).toEqual(expected)
    for (const url of [front.url, back.url]) {
      const file = await shop.through.open(new URL(url).pathname)
      expect(file.status).toBe(200)
      await file.body?.cancel()
    }
  })
})

describe('a file that a product shows', () => {
  test('cannot be deleted, and is not swept; without the product it is', async () => {
    const own = await open()
    const media = await upload(own)
    const [first, second] = [
      await own.addProduct({ images: [{ media_id: media.id }] }),
      await own.addProduct({ images: [{ url: media.url }] }),
    ]
    expect(await own.owner.get(`/api/media/${media.id}`)).toMatchObject({ body: { unused_since: null } })
    const refused = expectProblem(await own.owner.delete(`/api/media/${media.id}`), 409, 'media_in_use')
    expect(refused).toMatchObject({ products: 2, storefront: false })

    await own.owner.patch(`/api/products/${first.id}`, { images: [] })
    await age(own, 25)
    await sweep(scratch)
    expect(await filesOf(own)).toHaveLength(1)
    // Archived, never ordered: a day later the file goes, and the product forgets it.
    await own.owner.delete(`/api/products/${second.id}`)
    await own.owner.patch(`/api/products/${second.id}`, { status: 'active' })
    expect(await own.owner.get(`/api/media/${media.id}`)).toMatchObject({ body: { unused_since: null } })
    await own.owner.delete(`/api/products/${second.id}`)
    await age(own, 25)
    await sweep(scratch)
    expect(await filesOf(own)).toEqual([])
    expect(await own.owner.get(`/api/products/${second.id}`)).toMatchObject({
      body: { status: 'archived', images: [] },
    })
  })

  test('nor one that the storefront shows: its draft, a page, or the published version', async () => {
    const own = await open()
    const [logo, shown] = [await upload(own), await upload(own)]
    const { owner } = own
    expect(await owner.patch('/api/storefront', { theme: { logo_url: logo.url } })).toMatchObject({
      status: 200,
      body: { theme: { logo_url: logo.url } },
    })
    const page = await owner.post('/api/storefront/pages', {
      title: 'About',
      slug: 'about',
      body: `![Us](${shown.url})`,
    })
    expect(page).toMatchObject({ status: 201 })
    expect((await owner.post('/api/storefront/publish', {})).status).toBe(200)
    for (const { id } of [logo, shown])
      expect(expectProblem(await owner.delete(`/api/media/${id}`), 409, 'media_in_use')).toMatchObject({
        storefront: true,
      })
    // Without them in the draft, the published version still shows the logo.
    await owner.patch('/api/storefront', { theme: { logo_url: null } })
    await age(own, 25)
    await sweep(scratch)
    expect(await filesOf(own)).toHaveLength(2)
    expectProblem(await owner.delete(`/api/media/${logo.id}`), 409, 'media_in_use')
    const published = await own.through.fetch(`/api/storefront/${own.store.slug}`)
    expect(published.body).toMatchObject({ theme: { logo_url: logo.url } })
  })
})
