import { getStorefront } from '../../../src/areas/storefront/get-storefront.ts'
import { Store } from '../../../src/areas/stores/store.ts'
import { type Answer, service } from '../../support/service.ts'
import { expectBody, inStore, openShop } from '../../support/shop.ts'

export const Storefront = getStorefront.output

/** Settings that do not limit shoppers. */
const unlimited = {
  max_orders_per_phone: 100,
  max_units_per_line: 100,
  max_units_per_order: 10_000,
  max_hourly_orders_per_address: 10_000,
  max_reserved_percent: 100,
}

/**
 * Opens a shop with a published storefront, and visits it. `settings`: the shoppers' limits; {} for those of a new store.
 */
export async function openWindow({
  published = true,
  settings = unlimited,
  ...options
}: { published?: boolean; settings?: object } & Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options)
  if (Object.keys(settings).length > 0)
    expectBody(await shop.owner.patch(`/api/stores/${shop.store.id}`, settings), 200, Store)
  const through = options.through ?? service()
  const base = `/api/storefront/${shop.store.slug}`

  const publish = async (body: object = {}) =>
    expectBody(await shop.owner.post('/api/storefront/publish', body, inStore(shop.store)), 200, Storefront)

  const patch = async (body: object) =>
    expectBody(await shop.owner.patch('/api/storefront', body, inStore(shop.store)), 200, Storefront)

  const visit = (path = '', headers: Record<string, string> = {}): Promise<Answer> =>
    through.fetch(`${base}${path}`, { headers })

  /** As a shopper: without a session. */
  const send = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    through.fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  if (published) await publish()
  return { ...shop, base, publish, patch, visit, send }
}

export type Window = Awaited<ReturnType<typeof openWindow>>
