import { keyScopes, type KeyScope, tokenScopes } from '../../auth/tokens/scopes.ts'

/** What the pages of access tokens and of API keys call them. */
export type TokenKind = {
  readonly noun: string
  readonly section: 'mcp' | 'keys'
  /** The query parameter with the cursor of older ones. */
  readonly list: 'tokens' | 'keys'
  /** Where the forms are sent. */
  readonly action: string
  /** The id of the form that creates one. */
  readonly formId: string
  readonly offered: readonly KeyScope[]
  /** Ticked at first. */
  readonly usual: readonly KeyScope[]
  readonly title: string
  readonly lead: string
  readonly example: string
  readonly noneYet: string
  readonly oneForEach: string
}

export const accessTokens: TokenKind = {
  noun: 'token',
  section: 'mcp',
  list: 'tokens',
  action: '/settings/mcp/tokens',
  formId: 'new-token',
  offered: tokenScopes,
  usual: ['catalog:read', 'orders:read'],
  title: 'Access tokens',
  lead: 'For scripts and tools that cannot sign in. If an assistant can sign in, give it the URL above instead.',
  example: 'Nightly stock report',
  noneYet: 'No active tokens',
  oneForEach: 'Create one for each tool, so that you can revoke each one separately.',
}

export const apiKeys: TokenKind = {
  noun: 'API key',
  section: 'keys',
  list: 'keys',
  action: '/settings/keys',
  formId: 'new-key',
  offered: keyScopes,
  usual: ['catalog:read', 'orders:read'],
  title: 'Keys of this store',
  lead: 'Keep keys on your servers. Never put one into a web page or an app, where others can read it.',
  example: 'Warehouse system',
  noneYet: 'No active API keys',
  oneForEach: 'Create one for each server, so that you can revoke each one separately.',
}
