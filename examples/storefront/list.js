// Which products a page lists, and in which order.
import { query, slug, text } from './store.js'

const isOffered = { relevance: query.has('q'), position: query.has('collection') }
const [[usual, label], ...others] = Object.entries(text.sorts).filter(([sort]) => isOffered[sort] ?? true)

/** The usual one has no value: a search that starts on this page would keep its name. */
export const sorts = [['', label], ...others]

const filters = ['q', 'collection', 'tag', 'price_from', 'price_to', 'in_stock', 'on_sale', 'sort', 'cursor']
// The service refuses others, such as the utm_source of a link in an email.
const known = [...query].filter(([name]) => filters.includes(name) || name.startsWith('option.'))

const sort = query.has('sort') ? [] : [['sort', usual]]

export const products = `/products?${new URLSearchParams([['limit', 60], ['facets', true], ...sort, ...known])}`

export function nextPage(cursor) {
  const next = new URLSearchParams([['store', slug], ...known])
  next.set('cursor', cursor)
  return `?${next}`
}
