import { idOf, type Perform } from './recorder.ts'

/** A manual collection with one product, as the merchant and as shoppers see it. */
export async function recordCollections(call: Perform, product_id: string): Promise<void> {
  const summer = await call('create_collection', {
    body: {
      title: 'Summer picks',
      description: 'Chosen by our team',
      image: { url: 'https://cdn.acme.test/summer.jpg', alt: 'A picnic by the lake' },
      seo: { title: 'Summer picks | Acme' },
    },
  })
  const path = { collection_id: idOf(summer) }
  await call('set_collection_products', { path, body: { product_ids: [product_id] } })
  await call('list_collections', { query: { limit: 1 } })
  await call('get_collection', { path })
  await call('list_collection_products', { path, query: { limit: 1 } })
  await call('update_collection', { path, body: { description: 'Chosen by our team for warm days' } })
  const slug = 'acme'
  await call('list_public_collections', { path: { slug }, query: { limit: 1 }, token: null })
  await call('get_public_collection', {
    path: { slug, collection_slug: 'summer-picks' },
    query: { limit: 1 },
    token: null,
  })
  await call('delete_collection', { path })
}
