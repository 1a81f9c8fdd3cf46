import type { Role } from '../../db/schema/stores.ts'

const everyone = ['owner', 'admin', 'staff', 'viewer'] as const
const writers = ['owner', 'admin', 'staff'] as const
const managers = ['owner', 'admin'] as const

/** Which roles have which scope. */
export const rolesByScope = {
  /** What people do about themselves: their stores, invitations and sign-ins. */
  account: everyone,
  /** What a person sees of a store at once: figures, counts and a search over all of it. */
  'overview:read': everyone,
  'stores:read': everyone,
  'catalog:read': everyone,
  'catalog:write': writers,
  'orders:read': everyone,
  'orders:write': writers,
  /** Taking back what was recorded by mistake: only people can know. */
  'orders:correct': writers,
  'crm:read': everyone,
  'crm:write': writers,
  'analytics:read': everyone,
  'inbox:read': everyone,
  'inbox:write': writers,
  'storefront:read': everyone,
  'storefront:write': managers,
  'events:read': everyone,
  'webhooks:manage': managers,
  'orders:manage': managers,
  'crm:manage': managers,
  'inbox:manage': managers,
  'members:read': everyone,
  'members:manage': managers,
  'stores:manage': managers,
  'tokens:manage': managers,
} as const satisfies Record<string, readonly Role[]>

export type Scope = keyof typeof rolesByScope

export const isScope = (name: string): name is Scope => Object.hasOwn(rolesByScope, name)

/** The scopes that a token for MCP can have. */
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

/** The scopes that an API key can have: those of tokens for MCP, and four more. */
export const keyScopes = [
  'catalog:read',
  'catalog:write',
  'orders:read',
  'orders:write',
  'crm:read',
  'crm:write',
  'analytics:read',
  'inbox:read',
  'inbox:write',
  'storefront:read',
  'storefront:write',
  'events:read',
  'webhooks:manage',
] as const satisfies readonly Scope[]

export type KeyScope = (typeof keyScopes)[number]

/** Requested by default when an assistant names no scopes. */
export const readScopes = tokenScopes.filter((scope) => scope.endsWith(':read'))

/**
 * The scopes that let a token or an API key use a scope; any one of them is enough. Write scopes include reading. Empty: only
 * a signed-in person may do this.
 */
export const grantedBy: Readonly<Record<Scope, readonly KeyScope[]>> = {
  account: [],
  'overview:read': [],
  // Every token and key may read its own store.
  'stores:read': keyScopes,
  'catalog:read': ['catalog:read', 'catalog:write'],
  'catalog:write': ['catalog:write'],
  'orders:read': ['orders:read', 'orders:write'],
  'orders:write': ['orders:write'],
  'orders:correct': [],
  'crm:read': ['crm:read', 'crm:write'],
  'crm:write': ['crm:write'],
  'analytics:read': ['analytics:read'],
  'inbox:read': ['inbox:read', 'inbox:write'],
  'inbox:write': ['inbox:write'],
  'storefront:read': ['storefront:read', 'storefront:write'],
  'storefront:write': ['storefront:write'],
  'events:read': ['events:read'],
  'webhooks:manage': ['webhooks:manage'],
  'orders:manage': [],
  'crm:manage': [],
  'inbox:manage': [],
  'members:read': [],
  'members:manage': [],
  'stores:manage': [],
  'tokens:manage': [],
}

const isTokenScope = (scope: KeyScope): scope is TokenScope => tokenScopes.some((known) => known === scope)

/** The same for tokens for MCP only. */
export const tokenScopesFor = (scope: Scope): readonly TokenScope[] => grantedBy[scope].filter(isTokenScope)

/** Whether a scope lets somebody change something, and not only see it. */
export const canChange = (scope: Scope): boolean => !scope.endsWith(':read')
