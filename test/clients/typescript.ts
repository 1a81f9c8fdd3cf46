import { type ClientOptions, createClient } from '../../clients/typescript/src/index.ts'
import { openScarfShop } from '../areas/orders/scarf-shop.ts'
import { database, type Service, service } from '../support/service.ts'

const baseUrl = 'https://commerce.test'

/** A scarf shop whose owner uses the TypeScript client. Records its requests and its waits, which are not waited for. */
export async function openShopWithClient(variables?: Record<string, unknown>) {
  const shop = await openScarfShop()
  const tag = `client-${shop.store.id}`
  const recorded = recorder(service(tag, variables))
  const open = (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl, token: shop.owner.token, fetch: recorded.fetch, retry: recorded.retry, ...options })
  const item = { product_id: shop.scarf.id, quantity: 1, unit_price: 10 }
  const body = { customer_id: shop.customer.id, total_amount: 10, items: [item] }
  return { ...shop, ...database(tag), ...recorded, open, client: open(), item, body }
}

function recorder(through: Service) {
  const requests: { readonly url: string; readonly method: string | undefined; readonly headers: Headers }[] = []
  const waits: number[] = []
  let duringWait = () => Promise.resolve()
  return {
    requests,
    keys: () => requests.map(({ headers }) => headers.get('Idempotency-Key')),
    waits,
    /** What happens while the client waits. */
    whileWaiting: (what: () => Promise<void>) => {
      duringWait = what
    },
    fetch: (url: string, init: RequestInit) => {
      requests.push({ url, method: init.method, headers: new Headers(init.headers) })
      return through.open(url.slice(baseUrl.length), init)
    },
    retry: {
      wait: async (ms: number) => {
        waits.push(ms)
        await duringWait()
      },
    },
  }
}
