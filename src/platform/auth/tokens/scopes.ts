import type { Role } from '../../db/schema/stores.ts'

const everyone = ['owner', 'admin', 'staff', 'viewer'] as const
const writers = ['owner', 'admin', 'staff'] as const
export const managers = ['owner', 'admin'] as const

/** Whether a role manages its store: its members, tokens, keys and webhooks. In the database, app.manages. */
export const isManager = (role: Role | null | undefined): boolean => managers.some((manager) => manager === role)

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

/** Whether a scope includes another: itself, and writing includes reading. In the database, app.with_reads. */
const includes = (given: Scope, scope: Scope) => given === scope || given === scope.replace(/:read$/, ':write')

/**
 * The scopes that let a token or an API key use a scope; any one of them is enough. Each may read its own store. Empty: only a
 * signed-in person may do this.
 */
export const grantedBy = (scope: Scope): readonly KeyScope[] =>
  scope === 'stores:read' ? keyScopes : keyScopes.filter((given) => includes(given, scope))

const isTokenScope = (scope: KeyScope): scope is TokenScope => tokenScopes.some((known) => known === scope)

/** The same for tokens for MCP only. */
export const tokenScopesFor = (scope: Scope): readonly TokenScope[] => grantedBy(scope).filter(isTokenScope)

/** Whether a scope lets somebody change something, and not only see it. */
export const canChange = (scope: Scope): boolean => !scope.endsWith(':read')
