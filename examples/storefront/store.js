// The store whose shop this is, and its public API.
import { dress } from './html.js'
import { words } from './words.js'

const { service, store } = document.body.dataset
export const query = new URLSearchParams([...new URLSearchParams(location.search)].filter(([, value]) => value !== ''))
export const slug = query.get('store') ?? store
query.delete('store')

/** Until the language of the store is known, the texts are in the browser's. */
export let text = words[navigator.language.slice(0, 2)] ?? words.en
document.documentElement.lang = text.locale

/** An Error that it throws has a message for the shopper, the `status` (0 without an answer), and the other fields of the problem. */
export async function call(path, body, key = crypto.randomUUID()) {
  const headers = { 'Accept-Language': document.documentElement.lang }
  if (body) Object.assign(headers, { 'Content-Type': 'application/json', 'Idempotency-Key': key })
  const request = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
  const response = await fetch(`${service}/api${path}`, request).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (answer && response.ok) return answer
  const details = answer?.errors?.map(({ detail }) => detail).join(' ')
  const message = details || (answer?.detail ?? text.unreachable)
  throw Object.assign(new Error(message), { status: response?.status ?? 0, ...answer })
}

export const inStore = (path, body, key) => call(`/storefront/${encodeURIComponent(slug)}${path}`, body, key)

export const shop = await inStore('').catch((problem) => ({ ...text, problem, name: text.shop }))
dress(shop)
// The locale can have a region: ar-KW.
text = words[shop.locale.split('-')[0]] ?? words.en

/** With the digits that the service writes. */
const price = { style: 'currency', currency: shop.currency, numberingSystem: 'latn' }
export const money = (amount) => amount.toLocaleString(shop.locale, price)
export const link = (to) => `?${new URLSearchParams({ store: slug, ...to })}`
