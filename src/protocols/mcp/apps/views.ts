import type { ReadResourceResult } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { orderCard } from './order-card.ts'
import { salesChart } from './sales-chart.ts'

/** The only kind of view that MCP Apps (2026-01-26) defines. */
const viewType = 'text/html;profile=mcp-app'

const Capabilities = z.object({
  extensions: z.object({ 'io.modelcontextprotocol/ui': z.object({ mimeTypes: z.array(z.string()) }) }),
})

/** Whether a client's capabilities say that it shows views. */
export function showsViews(capabilities: unknown): boolean {
  const { data } = Capabilities.safeParse(capabilities)
  return data?.extensions['io.modelcontextprotocol/ui'].mimeTypes.includes(viewType) ?? false
}

// Before 2026-07-28, a client tells its capabilities once, when it connects, and this service remembers no connection.
// So the client gets an id to send with its next requests, which says only that. It gives no access.
const prefix = 'views-'

export const newSessionWithViews = (): string => `${prefix}${crypto.randomUUID()}`

export const isSessionWithViews = (id: string | null | undefined): boolean => id?.startsWith(prefix) ?? false

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
