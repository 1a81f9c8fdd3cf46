import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv, RequestContext } from '../../../platform/http/app-env.ts'
import { ChallengeToken, challengeRefusal, isChallenged } from '../../../platform/http/limits/challenge.ts'
import { type ReplyContext, publicReply } from '../../../platform/http/routes/public-reply.ts'
import {
  countPlacedOrder,
  limitQuote,
  limitShopper,
  limitStockProbe,
  shopperAddress,
} from '../../../platform/http/limits/limit-shoppers.ts'
import { limitAddress } from '../../../platform/http/limits/rate-limit.ts'
import { readJson } from '../../../platform/http/bodies/read-json.ts'
import { jsonBody, queryOf } from '../../../platform/http/routes/validate.ts'
import { visitorOf } from '../../../platform/http/callers/visitor.ts'
import { inLanguage } from '../../../platform/http/problem.ts'
import { readerOf } from '../../../platform/http/reader.ts'
import { idempotencyKeyOf } from '../../../platform/http/callers/with-session.ts'
import { withoutMarks } from '../../../platform/values/pasted.ts'
import { findRepeatedMessage, findRepeatedOrder } from './find-repeated.ts'
import { getPublicCollection } from './get-public-collection.ts'
import { getPublicOrder } from './get-public-order.ts'
import { getPublicPage } from './get-public-page.ts'
import { getPublicProduct } from './get-public-product.ts'
import { getPublicStorefront } from './get-public-storefront.ts'
import { leaveMessage } from './leave-message.ts'
import { listPublicCollections } from './list-public-collections.ts'
import { listPublicProducts } from './list-public-products.ts'
import { placeOrder } from './place-order.ts'
import { cached, maxAgeSeconds, type Public } from './public-cache.ts'
import { quoteCart } from './quote-cart.ts'

const content = { seconds: maxAgeSeconds.content, browser: 10, shared: maxAgeSeconds.content, stale: 60 }
const catalogue = { seconds: maxAgeSeconds.catalogue, browser: 5, shared: maxAgeSeconds.catalogue, stale: 30 }

/** A name in the path. Cleaned here, because caches and rate limits go by it too. */
const named = ({ req }: RequestContext, name: string): string => withoutMarks(req.param(name) ?? '')

/** Responds from this location's cache, or else from the database, which is rate limited. */
async function respond(
  c: ReplyContext & RequestContext,
  resource: readonly string[],
  { seconds, ...lifetime }: typeof content | typeof catalogue,
  read: () => Promise<Public>,
) {
  const readLimited = async () => {
    await limitAddress(c, 'storefront')
    return read()
  }
  const entry = await cached(named(c, 'slug'), resource, seconds, readLimited, (work) => c.executionCtx.waitUntil(work))
  return publicReply(c, entry, lifetime)
}

export const filters = listPublicProducts.input.omit({ slug: true })
export const collectionPages = listPublicCollections.input.omit({ slug: true })
export const productPages = getPublicCollection.input.omit({ slug: true, collection_slug: true })
export const newMessage = leaveMessage.input.shape.message.safeExtend({ challenge_token: ChallengeToken })
export const newQuote = quoteCart.input.omit({ slug: true })
export const newOrder = placeOrder.input
  .omit({ slug: true, key: true, network: true })
  .extend({ challenge_token: ChallengeToken })

/** A short text for the filters of a list: they may be longer than an address in the cache. */
async function keyOf(filter: object): Promise<string> {
  const text = JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toHex()
}

/** What orders and messages have in common. Applies the rate limit before anything is read. */
async function shopperRequest(c: RequestContext) {
  const slug = named(c, 'slug')
  await limitShopper(c, slug, isChallenged(c))
  return { visitor: visitorOf(c), slug, key: idempotencyKeyOf(c.req.header('Idempotency-Key')) }
}

/** The texts of problems, and of answers to carts and orders, are in the shopper's language. Cached content has none. */
const forShoppers = createMiddleware<AppEnv>(async (c, next) => {
  c.set('readers', 'shoppers')
  const reader = readerOf(c)
  if (reader && c.req.method === 'POST')
    for (const [name, value] of Object.entries(inLanguage(reader.language))) c.header(name, value)
  await next()
})

/** Open to everybody, without a session. */
export const publicStorefrontRoutes = new Hono<AppEnv>()
  .use('/:slug/*', forShoppers)
  .get('/:slug', (c) =>
    respond(c, ['store'], content, () => getPublicStorefront(visitorOf(c), { slug: named(c, 'slug') })),
  )
  .get('/:slug/pages/:page_slug', (c) => {
    const page_slug = named(c, 'page_slug')
    return respond(c, ['pages', page_slug], content, () =>
      getPublicPage(visitorOf(c), { slug: named(c, 'slug'), page_slug }),
    )
  })
  .get('/:slug/products', queryOf(filters), async (c) => {
    const filter = c.req.valid('query')
    return respond(c, ['products', await keyOf({ ...filter, page: filter.page ?? 1 })], catalogue, () =>
      listPublicProducts(visitorOf(c), { ...filter, slug: named(c, 'slug') }),
    )
  })
  .get('/:slug/products/:product_slug', (c) => {
    const product_slug = named(c, 'product_slug')
    return respond(c, ['product', product_slug], catalogue, () =>
      getPublicProduct(visitorOf(c), { slug: named(c, 'slug'), product_slug }),
    )
  })
  .get('/:slug/collections', queryOf(collectionPages), (c) => {
    const paging = c.req.valid('query')
    const { page = 1, limit, cursor = '' } = paging
    return respond(c, ['collections', String(page), String(limit), cursor], catalogue, () =>
      listPublicCollections(visitorOf(c), { ...paging, slug: named(c, 'slug') }),
    )
  })
  .get('/:slug/collections/:collection_slug', queryOf(productPages), (c) => {
    const paging = c.req.valid('query')
    const { limit, cursor = '' } = paging
    const collection_slug = named(c, 'collection_slug')
    return respond(c, ['collection', collection_slug, String(limit), cursor], catalogue, () =>
      getPublicCollection(visitorOf(c), { ...paging, slug: named(c, 'slug'), collection_slug }),
    )
  })
  .post('/:slug/quote', readJson, jsonBody(newQuote), async (c) => {
    const given = c.req.valid('json')
    await limitQuote(c, given.discount_code !== undefined)
    try {
      return c.json(await quoteCart(visitorOf(c), { ...given, slug: named(c, 'slug') }))
    } catch (error) {
      await limitStockProbe(c, error)
      throw error
    }
  })
  .post('/:slug/orders', readJson, jsonBody(newOrder), async (c) => {
    const { challenge_token, ...fields } = c.req.valid('json')
    const { visitor, slug, key } = await shopperRequest(c)
    const order = { ...fields, slug, key }
    const refusal = await challengeRefusal(c, challenge_token, ['order', order])
    const repeated = refusal && (await findRepeatedOrder(visitor, order))
    if (refusal && !repeated) throw refusal
    const placed = repeated
      ? { replayed: true, order: repeated }
      : await placeOrder(visitor, { ...order, network: await shopperAddress(c) })
    c.var.trace.replayed = placed.replayed
    if (!placed.replayed) c.executionCtx.waitUntil(countPlacedOrder(c, slug))
    c.header('Location', `${c.req.path.replace(/\/$/, '')}/${placed.order.id}`)
    return c.json(placed.order, 201)
  })
  .post('/:slug/messages', readJson, jsonBody(newMessage), async (c) => {
    const { challenge_token, ...fields } = c.req.valid('json')
    const { visitor, slug, key } = await shopperRequest(c)
    const message = { message: fields, slug, key }
    const refusal = await challengeRefusal(c, challenge_token, ['message', message])
    const repeated = refusal && (await findRepeatedMessage(visitor, message))
    if (refusal && !repeated) throw refusal
    const { outcome } = repeated ? { outcome: 'replayed' as const } : await leaveMessage(visitor, message)
    c.var.trace.replayed = outcome === 'replayed'
    if (outcome === 'received') c.executionCtx.waitUntil(countPlacedOrder(c, slug))
    return c.json({ status: 'received' }, 202)
  })
  .get('/:slug/orders/:id', async (c) => {
    await limitAddress(c, 'storefront order')
    return c.json(await getPublicOrder(visitorOf(c), { slug: named(c, 'slug'), order_id: named(c, 'id') }))
  })
