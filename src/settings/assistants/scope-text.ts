import type { KeyScope } from '../../auth/tokens/scopes.ts'

type Text = {
  readonly area: string
  /** The checkbox label: what this scope allows. */
  readonly label: string
  readonly detail: string
  readonly changes: boolean
}

/** What a scope lets an assistant or a server do, as a merchant would say it. */
export const scopeText: Readonly<Record<KeyScope, Text>> = {
  'catalog:read': {
    area: 'products',
    label: 'See products and stock',
    detail: 'Titles, prices, variants and stock levels',
    changes: false,
  },
  'catalog:write': {
    area: 'products',
    label: 'Change products and stock',
    detail: 'Add products, edit prices and texts, adjust stock',
    changes: true,
  },
  'orders:read': {
    area: 'orders',
    label: 'See orders',
    detail: 'Including names, phone numbers and delivery addresses',
    changes: false,
  },
  'orders:write': {
    area: 'orders',
    label: 'Create and process orders',
    detail: 'Confirm, prepare, ship, deliver, and cancel before confirmation. No refunds',
    changes: true,
  },
  'crm:read': {
    area: 'customers',
    label: 'See customers',
    detail: 'Contact details, notes and how much they have spent',
    changes: false,
  },
  'crm:write': {
    area: 'customers',
    label: 'Add and edit customers',
    detail: 'Contact details, notes, tags and segments. No merging or anonymizing',
    changes: true,
  },
  'analytics:read': {
    area: 'sales figures',
    label: 'See sales figures',
    detail: 'Revenue, best sellers and trends',
    changes: false,
  },
  'inbox:read': {
    area: 'messages',
    label: 'Read messages',
    detail: 'Conversations between you and your customers',
    changes: false,
  },
  'inbox:write': {
    area: 'messages',
    label: 'Reply to messages',
    detail: 'Send replies to customers, write notes, assign and close conversations',
    changes: true,
  },
  'storefront:read': {
    area: 'the online shop',
    label: 'See the online shop',
    detail: 'Pages, texts and settings, including drafts',
    changes: false,
  },
  'storefront:write': {
    area: 'the online shop',
    label: 'Change the online shop',
    detail: 'Edit pages and settings, and publish them',
    changes: true,
  },
  'events:read': {
    area: 'events',
    label: 'Follow events',
    detail: 'Everything that changes in the store, as it happens',
    changes: false,
  },
  'webhooks:manage': {
    area: 'webhooks',
    label: 'Manage webhooks',
    detail: 'Choose where events are sent, and send them again',
    changes: true,
  },
}

type Summary = { readonly sees: readonly string[]; readonly changes: readonly string[] }

/** The areas that scopes let an assistant or a server change, and those it can only see. */
export function summaryOf(scopes: readonly KeyScope[]): Summary {
  const areas = (changes: boolean) =>
    scopes.filter((scope) => scopeText[scope].changes === changes).map((scope) => scopeText[scope].area)
  const changed = areas(true)
  return { sees: areas(false).filter((area) => !changed.includes(area)), changes: changed }
}
