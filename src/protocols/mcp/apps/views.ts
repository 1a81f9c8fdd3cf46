import type { ReadResourceResult } from '@modelcontextprotocol/server'
import { viewType } from './client-views.ts'
import { orderCard } from './order-card.ts'
import { salesChart } from './sales-chart.ts'

/**
 * The views of tools' results (MCP Apps, 2026-01-26). They contain no data of any store. Hosts find them through the tools, so
 * resources/list is the same for all.
 */
const views = [
  {
    tool: 'get_order',
    uri: 'ui://merchant-commerce/order-card',
    html: orderCard,
  },
  {
    tool: 'get_sales_summary',
    uri: 'ui://merchant-commerce/sales-chart',
    html: salesChart,
  },
] as const

/** Adds the views to the tools that have one. */
export const withViews = <Listed extends { readonly name: string }>(tools: readonly Listed[]) =>
  tools.map((listed) => {
    const view = views.find(({ tool }) => tool === listed.name)
    return view ? { ...listed, _meta: { ui: { resourceUri: view.uri } } } : listed
  })

const csp = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }

export function readView(uri: string): ReadResourceResult | undefined {
  const view = views.find((one) => one.uri === uri)
  if (!view) return undefined
  return { contents: [{ uri, mimeType: viewType, text: view.html, _meta: { ui: { csp, prefersBorder: true } } }] }
}
