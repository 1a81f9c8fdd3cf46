import type { Role } from '../db/schema/stores.ts'

const everyone = ['owner', 'admin', 'staff', 'viewer'] as const
const writers = ['owner', 'admin', 'staff'] as const

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
} as const satisfies Record<string, readonly Role[]>

export type Scope = keyof typeof rolesByScope
