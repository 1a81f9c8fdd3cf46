import type { Role } from '../../db/schema/stores.ts'

const everyone = ['owner', 'admin', 'staff', 'viewer'] as const
const writers = ['owner', 'admin', 'staff'] as const
const managers = ['owner', 'admin'] as const

/** Who may, of a store's members. The door is given the row of the operation's scope. */
export const rolesByScope = {
  'stores:read': everyone,
  'catalog:read': everyone,
  'catalog:write': writers,
  'orders:read': everyone,
  'orders:write': writers,
  'crm:read': everyone,
  // Sessions only: no token has it.
  'crm:write': writers,
  'analytics:read': everyone,
  'inbox:read': everyone,
  'storefront:read': everyone,
  'storefront:write': managers,
  // The rest is for sessions only.
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

/** What a token can carry. */
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

/** What an assistant gets that asks for nothing in particular. */
export const readScopes = tokenScopes.filter((scope) => scope.endsWith(':read'))

/** The token scopes of which any one opens an operation: writing includes reading. None for what sessions alone may do. */
export const grantedBy: Readonly<Record<Scope, readonly TokenScope[]>> = {
  // Every token may know its own store.
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
