import { createClient } from '@merchant-commerce/client'
import { currentToken, signIn } from '../session.ts'

const storeKey = 'store'

export const selectedStore = (): string => sessionStorage.getItem(storeKey) ?? ''
export const selectStore = (id: string): void => sessionStorage.setItem(storeKey, id)

/** A token for the request. Without one, the identity provider is asked again, which needs no password while it has a session. */
async function token({ isExpired }: { readonly isExpired: boolean }): Promise<string> {
  const current = isExpired ? undefined : currentToken()
  if (current !== undefined) return current
  await signIn({ again: false })
  return new Promise(() => {})
}

const baseUrl = String(import.meta.env['VITE_SERVICE_URL'])

/** For requests about no store in particular. */
export const anyStore = createClient({ baseUrl, token })

/** For requests about the selected store. */
export const oneStore = () => createClient({ baseUrl, token, storeId: selectedStore() })
