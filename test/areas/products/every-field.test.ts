import { expect, test } from 'vitest'
import type { z } from 'zod'
import { createProduct } from '../../../src/areas/products/create-product.ts'
import { createVariant } from '../../../src/areas/products/create-variant.ts'
import { Product } from '../../../src/areas/products/product.ts'
import { updateProduct } from '../../../src/areas/products/update-product.ts'
import { updateVariant } from '../../../src/areas/products/update-variant.ts'
import { pathsOf } from '../../support/fields.ts'
import { service } from '../../support/service.ts'
import { upload } from '../media/gallery.ts'
import { sample } from '../media/samples.ts'
import { expectBody, openShop } from '../../support/shop.ts'

const shop = service()

/** Fields that select the resource and its version, or say how variants are made. */
const addresses = ['product_id', 'variant_id', 'expected_version', 'generate_variants']

/** Fields that have a value of another field. */
const references = ['image_id', 'variants/image_id']

/** The paths of all fields of a schema that are stored. */
const fieldsOf = (schema: z.ZodType): string[] =>
  pathsOf(schema).filter((path) => !path.split('/').some((name) => addresses.includes(name)))

/** The values at a path: several if the path leads through a list. */
const valuesAt = (body: unknown, path: string): unknown[] =>
  path.split('/').reduce<unknown[]>((values, name) => values.flatMap((value) => Object(value)[name]), [body])

type Write = {
  readonly input: z.ZodType
  readonly sent: unknown
  /** The resource without what was sent: as it was before, or as it is by default. */
  readonly without: unknown
  readonly stored: unknown
}

function expectEveryField({ input, sent, without, stored }: Write) {
  const fields = fieldsOf(input)
  expect(fields.length).toBeGreaterThan(5)
  for (const field of fields) {
    const values = valuesAt(sent, field)
    expect(values, `this test must send a value for ${field}`).not.toContain(undefined)
    expect(values, `this test must send another value for ${field}`).not.toEqual(valuesAt(without, field))
    expect(valuesAt(stored, field), `${field} must be stored`).toEqual(values)
  }
  const texts = fields
    .filter((field) => !references.includes(field))
    .flatMap((field) => valuesAt(sent, field))
    .filter((value) => typeof value !== 'boolean')
  const distinct = new Set(texts.map((value) => JSON.stringify(value)))
  expect(distinct.size, 'the values must differ, so that swapped fields are noticed').toBe(texts.length)
}

const newVariant = {
  title: 'Sand, large',
  sku: 'S-1',
  barcode: '6291041500213',
  options: { Colour: 'Sand' },
  price: 18.5,
  compare_at_price: 23.5,
  weight_g: 150,
  taxable: false,
  cost: 6.25,
  on_hand: 7,
  tracked: false,
  allow_backorder: true,
  low_stock_threshold: 12,
}

async function openCatalog() {
  const { owner, addProduct } = await openShop({ through: shop })
  const { id, url } = await upload({ owner }, sample('jpeg'))
  const image = { media_id: id, url, width: 4, height: 6 }
  const read = async (id: string) => expectBody(await owner.get(`/api/products/${id}`), 200, Product)
  return { owner, addProduct, read, image }
}

test('creating a product stores every field', async () => {
  const { owner, addProduct, read, image } = await openCatalog()
  const sent = {
    external_id: 'P-17',
    title: 'Silk scarf',
    slug: 'silk',
    description: 'Natural silk.',
    status: 'draft',
    tags: ['winter'],
    images: [{ ...image, alt: 'On a table' }],
    options: [{ name: 'Colour', values: ['Sand'] }],
    price: 19.99,
    compare_at_price: 25,
    weight_g: 180,
    taxable: false,
    cost: 7.5,
    variants: [{ ...newVariant, image_id: image.media_id }],
  }
  const without = await addProduct({ variants: [{}] })
  const { id } = expectBody(await owner.post('/api/products', sent), 201, Product)
  expectEveryField({ input: createProduct.input, sent, without, stored: await read(id) })
})

test('changing a product stores every field', async () => {
  const { owner, addProduct, read, image } = await openCatalog()
  const without = await addProduct({ variants: [{ options: { Size: 'L', Colour: 'Sand' } }] })
  const sent = {
    title: 'Silk shawl',
    slug: 'shawl',
    description: 'Washable silk.',
    status: 'archived',
    tags: ['summer'],
    images: [{ ...image, alt: 'On a chair' }],
    options: [
      { name: 'Colour', values: ['Sand'] },
      { name: 'Size', values: ['L'] },
    ],
    price: 21.5,
    compare_at_price: 30,
    weight_g: 210,
    taxable: false,
    cost: 8.75,
  }
  expectBody(await owner.patch(`/api/products/${without.id}`, sent), 200, Product)
  expectEveryField({ input: updateProduct.input, sent, without, stored: await read(without.id) })
})

test('adding a variant stores every field', async () => {
  const { owner, addProduct, read, image } = await openCatalog()
  const { id, variants } = await addProduct({ images: [image] })
  const sent = { ...newVariant, image_id: image.media_id }
  expect(await owner.post(`/api/products/${id}/variants`, sent)).toMatchObject({ status: 201 })
  const [without, stored] = [variants[0], (await read(id)).variants[1]]
  expectEveryField({ input: createVariant.input, sent, without, stored })
})

test('changing a variant stores every field', async () => {
  const { owner, addProduct, read, image } = await openCatalog()
  const { id, variants } = await addProduct({ images: [image] })
  const [without] = variants
  const { on_hand: _onHand, ...fields } = newVariant
  const sent = { ...fields, image_id: image.media_id, position: 9 }
  expect(await owner.patch(`/api/products/${id}/variants/${without?.id}`, sent)).toMatchObject({ status: 200 })
  const stored = (await read(id)).variants[0]
  expectEveryField({ input: updateVariant.input, sent, without, stored })
})
