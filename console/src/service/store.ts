import type { Me } from '@merchant-commerce/client'
import { createContext, use } from 'react'

export type Store = Me['stores'][number]

export const StoreContext = createContext<Store | null>(null)

/** The store in the address. Only for screens of a store. */
export function useStore(): Store {
  const store = use(StoreContext)
  if (!store) throw new Error('outside of a store')
  return store
}

/** Whether the settings are for this person. */
export const manages = ({ role }: Store): boolean => role === 'owner' || role === 'admin'
