import { keyScopes, type KeyScope, tokenScopes } from '../../../platform/auth/tokens/scopes.ts'

/** What differs between the access tokens and the API keys of a store. */
export type SecretKind = {
  /** Their texts in the catalogue. */
  readonly kind: 'token' | 'key'
  /** The texts of the page that shows a new one. */
  readonly created: 'newToken' | 'newKey'
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
}

export const tokenKind: SecretKind = {
  kind: 'token',
  created: 'newToken',
  section: 'mcp',
  list: 'tokens',
  action: '/settings/mcp/tokens',
  formId: 'new-token',
  offered: tokenScopes,
  usual: ['catalog:read', 'orders:read'],
}

export const keyKind: SecretKind = {
  kind: 'key',
  created: 'newKey',
  section: 'keys',
  list: 'keys',
  action: '/settings/keys',
  formId: 'new-key',
  offered: keyScopes,
  usual: ['catalog:read', 'orders:read'],
}
