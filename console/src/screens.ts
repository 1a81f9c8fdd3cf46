import type { Icon } from '@tabler/icons-react'
import IconHome from '@tabler/icons-react/icons/IconHome'
import IconShoppingBag from '@tabler/icons-react/icons/IconShoppingBag'
import type { ComponentType } from 'react'
import type { Words } from './words/words.tsx'

type Parameters = Readonly<Record<string, string>>

type Screen = {
  /** Below the address of the store. Empty: that address itself. */
  readonly path: string
  readonly name: keyof Words['screens']
  /** For screens in the navigation. */
  readonly Icon?: Icon
  /** Pressed after `g`, where it is on a Latin keyboard. */
  readonly key?: string
  /** `prepare` starts the requests of the screen, without waiting for them. */
  readonly load: () => Promise<{
    readonly default: ComponentType
    readonly prepare: (parameters: Parameters, search: Readonly<Record<string, unknown>>) => void
  }>
}

/** Every screen of a store is a row. */
export const screens: readonly Screen[] = [
  { path: '', name: 'home', Icon: IconHome, key: 'h', load: () => import('./screens/home/home.tsx') },
  {
    path: 'orders',
    name: 'orders',
    Icon: IconShoppingBag,
    key: 'o',
    load: () => import('./screens/orders/orders.tsx'),
  },
  { path: 'orders/$number', name: 'order', load: () => import('./screens/order/order.tsx') },
]

/** The address of a screen of a store. */
export const pathTo = (slug: string, path = ''): string => `/${slug}${path && `/${path}`}`
