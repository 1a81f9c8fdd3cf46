import {
  createMedia,
  getMe,
  getSales,
  ifMatch,
  listCustomers,
  listProducts,
  type ListProductsData,
  type Product,
  updateProduct,
} from '@merchant-commerce/client'
import type { Choice } from '../ui/picker.tsx'
import { anyStore, oneStore, selectedStore, selectStore } from './client.ts'
import { type Filters, given, oneOf } from './query.ts'
import { productStatuses } from './types.ts'

/** Who is signed in, with which stores, and the selected one. Selects the first if there is none. */
export async function loadMe(signal: AbortSignal) {
  const me = await getMe({ client: anyStore, signal })
  const store = me.stores.find(({ id }) => id === selectedStore()) ?? me.stores[0]
  selectStore(store?.id ?? '')
  return { me, store }
}

const pickedFields = ['id', 'title', 'status', 'price', 'variants'] as const
const productFields = [...pickedFields, 'images', 'version'] as const

export async function loadProducts(filters: Filters<'search' | 'status'>, signal: AbortSignal) {
  const query = given<NonNullable<ListProductsData['query']>>({
    search: filters.search,
    status: oneOf(productStatuses, filters.status),
    cursor: filters.cursor,
  })
  return listProducts({ client: oneStore(), signal, query: { ...query, fields: productFields } })
}

export type ProductRow = Awaited<ReturnType<typeof loadProducts>>['data'][number]

/** Without pictures, which the list of choices does not show. */
export type ProductChoice = Pick<Product, (typeof pickedFields)[number]>

/** Uploads a picture, and puts it before those that the product has. */
export async function addPicture({ id, title, images, version }: ProductRow, file: Blob): Promise<void> {
  const client = oneStore()
  const media = await createMedia({ client, body: file })
  const others = images.filter(({ media_id }) => media_id !== media.id)
  await updateProduct({
    client,
    path: { product_id: id },
    headers: ifMatch({ version }),
    body: { images: [{ media_id: media.id, alt: title }, ...others] },
  })
}

export async function findProducts(search: string, signal: AbortSignal): Promise<readonly Choice<ProductChoice>[]> {
  const query = { status: 'active', fields: pickedFields, ...(search !== '' && { search }) } as const
  const { data } = await listProducts({ client: oneStore(), signal, query })
  return data.map((product) => ({
    id: product.id,
    title: product.title,
    more: product.variants[0]?.sku ?? '',
    value: product,
  }))
}

async function loadCustomers(search: string, signal: AbortSignal) {
  const query = { limit: 10, fields: 'id,name,phone,email', ...(search !== '' && { search }) } as const
  return listCustomers({ client: oneStore(), signal, query })
}

export type CustomerChoice = Awaited<ReturnType<typeof loadCustomers>>['data'][number]

export async function findCustomers(search: string, signal: AbortSignal): Promise<readonly Choice<CustomerChoice>[]> {
  const { data } = await loadCustomers(search, signal)
  return data.map((customer) => ({
    id: customer.id,
    title: customer.name,
    more: customer.phone ?? customer.email ?? '',
    value: customer,
  }))
}

export const loadSales = (from: string, signal: AbortSignal) =>
  getSales({ client: oneStore(), signal, query: { from, interval: 'day' } })
