import { createClient } from '@merchant-commerce/client'
import { pageLanguage } from '../words/words.tsx'

/**
 * The client of a store, by its slug, or of the person. The session cookie identifies the person: there is no token here. The
 * service refuses the cookie without the header (docs/sessions.md).
 */
export const clientOf = (storeId?: string) =>
  createClient({
    baseUrl: location.origin,
    storeId,
    fetch(url, init) {
      const headers = new Headers(init.headers)
      headers.set('X-Console', '1')
      headers.set('Accept-Language', pageLanguage())
      return fetch(url, { ...init, headers })
    },
  })
