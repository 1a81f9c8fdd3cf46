export type StoreSlug = 'acme' | 'globex'
type Role = 'owner' | 'admin' | 'staff' | 'viewer'

/** `sub` is the user's permanent id at the identity provider. */
export type User = { sub: string; email: string; name: string; member: { store: StoreSlug; role: Role }[] }

export const password = 'demo'

export const users: readonly User[] = [
  {
    sub: 'user_owner_acme',
    email: 'owner@acme.test',
    name: 'Olivia Haddad',
    member: [{ store: 'acme', role: 'owner' }],
  },
  { sub: 'user_admin_acme', email: 'admin@acme.test', name: 'Adam Khoury', member: [{ store: 'acme', role: 'admin' }] },
  { sub: 'user_staff_acme', email: 'staff@acme.test', name: 'Sara Nasser', member: [{ store: 'acme', role: 'staff' }] },
  {
    sub: 'user_viewer_acme',
    email: 'viewer@acme.test',
    name: 'Victor Lind',
    member: [{ store: 'acme', role: 'viewer' }],
  },
  {
    sub: 'user_owner_globex',
    email: 'owner@globex.test',
    name: 'عمر العنزي',
    member: [{ store: 'globex', role: 'owner' }],
  },
  {
    sub: 'user_merchant_both',
    email: 'merchant@both.test',
    name: 'Mona Farouk',
    member: [
      { store: 'acme', role: 'owner' },
      { store: 'globex', role: 'owner' },
    ],
  },
  { sub: 'user_nobody', email: 'nobody@nowhere.test', name: 'Noah Berg', member: [] },
]

/** What a user is, such as `owner of acme`. */
export const roleOf = ({ member }: User): string =>
  member.map(({ store, role }) => `${role} of ${store}`).join(', ') || 'no store yet'
