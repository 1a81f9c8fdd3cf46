import {
  createMedia,
  type Customer,
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
import { type Chosen, type Filters, given, oneOf } from './query.ts'
import { productStatuses } from './types.ts'

/** Who is signed in, with which stores, and the selected one. Selects the first if there is none. */
export async function loadMe(signal: AbortSignal) {
  const me = await getMe({ client: anyStore, signal })
  const store = me.stores.find(({ id }) => id === selectedStore()) ?? me.stores[0]
  selectStore(store?.id ?? '')
  return { me, store }
}

const pickedFields = ['id', 'title', 'status', 'price', 'variants'] as const satisfies readonly (keyof Product)[]
const productFields = [...pickedFields, 'images', 'version'] as const satisfies readonly (keyof Product)[]

async function loadFields<Name extends keyof Product>(
  fields: readonly Name[],
  filters: Filters<'search' | 'status'>,
  signal: AbortSignal,
): Promise<Chosen<Product, Name>> {
  return listProducts({
    client: oneStore(),
    signal,
    query: given<NonNullable<ListProductsData['query']>>({
      search: filters.search,
      status: oneOf(productStatuses, filters.status),
      cursor: filters.cursor,
      fields: fields.join(','),
    }),
  })
}

export const loadProducts = async (filters: Filters<'search' | 'status'>, signal: AbortSignal) =>
  loadFields(productFields, filters, signal)

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
  const { data } = await loadFields(pickedFields, { search, status: 'active', cursor: undefined }, signal)
  return data.map((product) => ({
    id: product.id,
    title: product.title,
    more: product.variants[0]?.sku ?? '',
    value: product,
  }))
}

const customerFields = ['id', 'name', 'phone', 'email'] as const satisfies readonly (keyof Customer)[]

async function loadCustomers(
  search: string,
  signal: AbortSignal,
): Promise<Chosen<Customer, (typeof customerFields)[number]>> {
  const query = { limit: 10, fields: customerFields.join(','), ...(search !== '' && { search }) }
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
