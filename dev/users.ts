export type StoreSlug = 'acme' | 'globex'
type Role = 'owner' | 'admin' | 'staff' | 'viewer'

/** `sub` is the user's permanent id at the identity provider. */
export type User = { sub: string; email: string; member: { store: StoreSlug; role: Role }[] }

export const password = 'demo'

export const users: readonly User[] = [
  { sub: 'user_owner_acme', email: 'owner@acme.test', member: [{ store: 'acme', role: 'owner' }] },
  { sub: 'user_admin_acme', email: 'admin@acme.test', member: [{ store: 'acme', role: 'admin' }] },
  { sub: 'user_staff_acme', email: 'staff@acme.test', member: [{ store: 'acme', role: 'staff' }] },
  { sub: 'user_viewer_acme', email: 'viewer@acme.test', member: [{ store: 'acme', role: 'viewer' }] },
  { sub: 'user_owner_globex', email: 'owner@globex.test', member: [{ store: 'globex', role: 'owner' }] },
  {
    sub: 'user_merchant_both',
    email: 'merchant@both.test',
    member: [
      { store: 'acme', role: 'owner' },
      { store: 'globex', role: 'owner' },
    ],
  },
  { sub: 'user_nobody', email: 'nobody@nowhere.test', member: [] },
]
