const loopbackCallback = ['http://localhost/callback', 'http://127.0.0.1/callback', 'http://[::1]/callback']

const claude = ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback']

const chatGpt = 'https://chatgpt.com/connector_platform_oauth_redirect'

export type KnownClient = {
  readonly name: string
  readonly redirect_uris: readonly string[]
  /** Also allowed. */
  readonly redirect_pattern?: RegExp
}

const known: Readonly<Record<string, KnownClient>> = {
  'https://claude.ai/oauth/mcp-oauth-client-metadata': { name: 'Claude', redirect_uris: claude },
  'https://claude.ai/oauth/claude-code-client-metadata': { name: 'Claude Code', redirect_uris: loopbackCallback },
  'https://chatgpt.com/oauth/codex/client.json': { name: 'Codex', redirect_uris: loopbackCallback },
  'https://chatgpt.com/oauth/client.json': {
    name: 'ChatGPT',
    redirect_uris: [chatGpt],
    redirect_pattern: /^https:\/\/chatgpt\.com\/connector\/oauth\/[\w-]{1,128}$/,
  },
}

/**
 * Clients whose metadata documents are built in, because they do not change, and because claude.ai answers requests from data
 * centers with a challenge.
 */
export function knownClient(clientId: string): KnownClient | undefined {
  if (Object.hasOwn(known, clientId)) return known[clientId]
  const connectorId = /^https:\/\/chatgpt\.com\/oauth\/([\w-]{1,128})\/client\.json$/.exec(clientId)?.[1]
  if (connectorId === undefined) return undefined
  return { name: 'ChatGPT', redirect_uris: [`https://chatgpt.com/connector/oauth/${connectorId}`, chatGpt] }
}
