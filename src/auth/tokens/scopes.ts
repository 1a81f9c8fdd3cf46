import type { Role } from '../../db/schema/stores.ts'

const everyone = ['owner', 'admin', 'staff', 'viewer'] as const
const writers = ['owner', 'admin', 'staff'] as const
const managers = ['owner', 'admin'] as const

/** Which roles have which scope. */
export const rolesByScope = {
  'stores:read': everyone,
  'catalog:read': everyone,
  'catalog:write': writers,
  'orders:read': everyone,
  'orders:write': writers,
  'crm:read': everyone,
  // Not available to tokens.
  'crm:write': writers,
  'analytics:read': everyone,
  'inbox:read': everyone,
  'storefront:read': everyone,
  'storefront:write': managers,
  // The following are not available to tokens.
  'orders:manage': managers,
  'crm:manage': managers,
  'inbox:write': writers,
  'inbox:manage': managers,
  'members:read': everyone,
  'members:manage': managers,
  'stores:manage': managers,
  'tokens:manage': managers,
} as const satisfies Record<string, readonly Role[]>

export type Scope = keyof typeof rolesByScope

/** The scopes that a token can have. */
export const tokenScopes = [
  'catalog:read',
  'catalog:write',
  'orders:read',
  'orders:write',
  'crm:read',
  'analytics:read',
  'inbox:read',
  'storefront:read',
  'storefront:write',
] as const satisfies readonly Scope[]

export type TokenScope = (typeof tokenScopes)[number]

/** Requested by default when an assistant names no scopes. */
export const readScopes = tokenScopes.filter((scope) => scope.endsWith(':read'))

/** The token scopes of which any one grants a scope; write scopes include reading. Empty: not available to tokens. */
export const grantedBy: Readonly<Record<Scope, readonly TokenScope[]>> = {
  // Every token may read its own store.
  'stores:read': tokenScopes,
  'catalog:read': ['catalog:read', 'catalog:write'],
  'catalog:write': ['catalog:write'],
  'orders:read': ['orders:read', 'orders:write'],
  'orders:write': ['orders:write'],
  'crm:read': ['crm:read'],
  'crm:write': [],
  'analytics:read': ['analytics:read'],
  'inbox:read': ['inbox:read'],
  'storefront:read': ['storefront:read', 'storefront:write'],
  'storefront:write': ['storefront:write'],
  'orders:manage': [],
  'crm:manage': [],
  'inbox:write': [],
  'inbox:manage': [],
  'members:read': [],
  'members:manage': [],
  'stores:manage': [],
  'tokens:manage': [],
}
