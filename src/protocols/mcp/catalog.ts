import type { TokenScope } from '../../platform/auth/tokens/scopes.ts'
import { analyticsTools } from '../../areas/analytics/tools.ts'
import { collectionsTools } from '../../areas/collections/tools.ts'
import { customersTools } from '../../areas/customers/tools.ts'
import { deliveryMethodsTools } from '../../areas/delivery-methods/tools.ts'
import { discountsTools } from '../../areas/discounts/tools.ts'
import { inboxTools } from '../../areas/inbox/tools.ts'
import { ordersTools } from '../../areas/orders/tools.ts'
import { productsTools } from '../../areas/products/tools.ts'
import { storefrontTools } from '../../areas/storefront/tools.ts'
import { storesTools } from '../../areas/stores/tools.ts'
import { allows } from './mcp-call.ts'
import type { Tool } from '../../platform/tools/tool-of.ts'

/** The tools of all areas, in the order of tools/list. */
const tools: readonly Tool[] = [
  ...storesTools,
  ...productsTools,
  ...discountsTools,
  ...collectionsTools,
  ...deliveryMethodsTools,
  ...ordersTools,
  ...customersTools,
  ...analyticsTools,
  ...inboxTools,
  ...storefrontTools,
]

const byName = new Map(tools.map((tool) => [tool.name, tool]))

export const listedTools = (): readonly Tool[] => tools

export const toolNamed = (name: string): Tool | undefined => byName.get(name)

// One list per set of scopes, created when first needed.
const lists = new Map<string, ReturnType<Tool['listed']>[]>()

/** The tools that a token with these scopes may call. */
export function toolsFor(scopes: readonly TokenScope[]): ReturnType<Tool['listed']>[] {
  const key = scopes.toSorted().join(' ')
  const list = lists.get(key) ?? tools.filter(({ scope }) => allows(scopes, scope)).map((tool) => tool.listed())
  lists.set(key, list)
  return list
}
