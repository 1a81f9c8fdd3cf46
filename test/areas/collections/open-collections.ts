import { Collection } from '../../../src/areas/collections/collection.ts'
import { listCollectionProducts } from '../../../src/areas/collections/list-collection-products.ts'
import { getPublicCollection } from '../../../src/areas/storefront/public/get-public-collection.ts'
import { expectBody } from '../../support/shop.ts'
import { openWindow } from '../storefront/shop-window.ts'

export const path = '/api/collections'

const PublicCollectionPage = getPublicCollection.output.shape.body

/** A published storefront with collections. */
export async function openCollections(options: Parameters<typeof openWindow>[0] = {}) {
  const window = await openWindow(options)
  const { owner, visit, addProduct } = window
  const add = async (collection: object) => expectBody(await owner.post(path, collection), 201, Collection)

  const put = (id: string, productIds: readonly string[], headers: Record<string, string> = {}) =>
    owner.put(`${path}/${id}/products`, { product_ids: productIds }, headers)

  const listed = async (id: string, query = '') =>
    expectBody(await owner.get(`${path}/${id}/products${query}`), 200, listCollectionProducts.output)

  // Pages are cached: each has another limit.
  let limit = 100
  const shown = async (slug: string, query = `?limit=${limit--}`) =>
    expectBody(await visit(`/collections/${slug}${query}`), 200, PublicCollectionPage)

  /** Products with these titles, the first one oldest. */
  async function addProducts(...titles: readonly string[]) {
    const ids: string[] = []
    for (const title of titles) ids.push((await addProduct({ title })).id)
    return ids
  }
  return { ...window, add, put, listed, shown, addProducts }
}

export const titlesOf = ({ data }: { readonly data: readonly { readonly title: string }[] }): readonly string[] =>
  data.map(({ title }) => title)
