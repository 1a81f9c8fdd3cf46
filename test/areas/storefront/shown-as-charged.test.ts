import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Collection } from '../../../src/areas/collections/collection.ts'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { Quote } from '../../../src/areas/checkout/quote.ts'
import { PublicProducts } from '../../../src/areas/storefront/public/list-public-products.ts'
import { PublicProduct } from '../../../src/areas/storefront/public/public-product.ts'
import { openCollections } from '../collections/open-collections.ts'
import { expectBody } from '../../support/shop.ts'

const tags = ['red', 'blue', 'green'] as const
const some = fc.subarray([...tags], { minLength: 1 })
const cents = (max: number) => fc.integer({ min: 1, max }).map((amount) => amount / 100)

const rule = fc.oneof(
  fc.constantFrom(...tags).map((tag) => ({ tag })),
  fc.boolean().map((in_stock) => ({ in_stock })),
  cents(5_000).map((price_to) => ({ price_to })),
  cents(5_000).map((price_from) => ({ price_from })),
  fc.constant({ created_within_days: 1 }),
)

const collection = fc.record({
  rules: fc.option(fc.array(rule, { minLength: 1, maxLength: 3 }), { nil: undefined }),
  match: fc.constantFrom('all', 'any'),
  products: fc.subarray([0, 1, 2, 3]),
})

const subset = (of: readonly number[]) => fc.subarray([...of], { minLength: 1 })
const except = fc.oneof(
  some.map((chosen) => ({ tags: chosen })),
  subset([0, 1, 2, 3]).map((products) => ({ products })),
  subset([0, 1, 2]).map((collections) => ({ collections })),
  fc.record({ tags: some, products: subset([0, 1, 2, 3]), collections: subset([0, 1, 2]) }),
)

const discount = fc.record({
  except: fc.option(except, { nil: undefined }),
  terms: fc.oneof(
    fc.record({
      kind: fc.constant('percentage'),
      value: fc.integer({ min: 1, max: 1_000_000 }).map((value) => value / 10_000),
      max_amount: fc.option(cents(500)),
    }),
    fc.record({ kind: fc.constant('fixed'), value: cents(6_000) }),
  ),
  goods: fc.oneof(
    fc.constant({ all: true }),
    some.map((chosen) => ({ tags: chosen })),
    fc.subarray([0, 1, 2, 3], { minLength: 1 }).map((products) => ({ products })),
    fc.subarray([0, 1, 2], { minLength: 1 }).map((collections) => ({ collections })),
  ),
})

const product = fc.record({
  price: cents(6_000),
  tags: fc.subarray([...tags]),
  variants: fc.array(
    fc.record({
      price: fc.option(cents(6_000), { nil: undefined }),
      on_hand: fc.nat(1),
      allow_backorder: fc.constant(true),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
})

test('each variant shows what one unit of it costs, whatever the automatic discounts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(product, { minLength: 4, maxLength: 4 }),
      fc.array(collection, { minLength: 3, maxLength: 3 }),
      fc.array(discount, { minLength: 1, maxLength: 8 }),
      expectShownAsCharged,
    ),
    { numRuns: 5 },
  )
})

type Given<A> = A extends fc.Arbitrary<infer T> ? T : never

async function expectShownAsCharged(
  products: Given<typeof product>[],
  collections: Given<typeof collection>[],
  discounts: Given<typeof discount>[],
) {
  const { addProduct, add, put, owner, send, visit } = await openCollections()
  const stocked: Awaited<ReturnType<typeof addProduct>>[] = []
  for (const [nth, given] of products.entries())
    stocked.push(
      await addProduct({
        ...given,
        title: `Product ${nth}`,
        variants: given.variants.map((variant, at) => ({ ...variant, options: { size: `${at}` } })),
      }),
    )
  const productIds = (chosen: readonly number[]) => chosen.flatMap((at) => stocked[at]?.id ?? [])
  const groups: string[] = []
  for (const [nth, { rules, match, products: chosen }] of collections.entries()) {
    const { id } = await add({ title: `Collection ${nth}`, ...(rules && { rules, match }) })
    if (!rules) expectBody(await put(id, productIds(chosen)), 200, Collection)
    groups.push(id)
  }
  const named = (goods: {
    readonly all?: true
    readonly tags?: readonly string[]
    readonly products?: readonly number[]
    readonly collections?: readonly number[]
  }) => {
    const { products: at, collections: groupsAt, ...others } = goods
    return {
      ...others,
      ...(at && { product_ids: productIds(at) }),
      ...(groupsAt && { collection_ids: groupsAt.flatMap((nth) => groups[nth] ?? []) }),
    }
  }
  for (const { terms, goods, except: excepted } of discounts) {
    const applies_to = { ...named(goods), ...(excepted && { except: named(excepted) }) }
    expectBody(await owner.post('/api/discounts', { automatic: true, ...terms, applies_to }), 201, Discount)
  }
  const pages: unknown[] = []
  for (const { id: product_id, slug } of stocked) {
    const shown = expectBody(await visit(`/products/${slug}`), 200, PublicProduct)
    for (const { id: variant_id, price, discounted_price } of shown.variants) {
      const items = [{ product_id, variant_id, quantity: 1 }]
      const { total_amount } = expectBody(await send('/quote', { items }), 200, Quote)
      expect(discounted_price ?? price).toBe(total_amount)
    }
    pages.unshift(shown)
  }
  expect(expectBody(await visit('/products'), 200, PublicProducts).data).toEqual(pages)
}
