import * as z from 'zod'

/** The only kind of view that MCP Apps (2026-01-26) defines. */
export const viewType = 'text/html;profile=mcp-app'

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
