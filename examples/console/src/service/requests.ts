import {
  type Customer,
  getMe,
  getSales,
  listCustomers,
  listProducts,
  type ListProductsData,
  type Product,
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

const productFields = ['id', 'title', 'status', 'price', 'variants'] as const satisfies readonly (keyof Product)[]

export async function loadProducts(
  filters: Filters<'search' | 'status'>,
  signal: AbortSignal,
): Promise<Chosen<Product, (typeof productFields)[number]>> {
  return listProducts({
    client: oneStore(),
    signal,
    query: given<NonNullable<ListProductsData['query']>>({
      search: filters.search,
      status: oneOf(productStatuses, filters.status),
      cursor: filters.cursor,
      fields: productFields.join(','),
    }),
  })
}

export type ProductRow = Awaited<ReturnType<typeof loadProducts>>['data'][number]

export async function findProducts(search: string, signal: AbortSignal): Promise<readonly Choice<ProductRow>[]> {
  const { data } = await loadProducts({ search, status: 'active', cursor: undefined }, signal)
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
