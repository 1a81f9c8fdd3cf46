import type { TokenScope } from '../../auth/tokens/scopes.ts'

type Words = {
  readonly area: string
  /** For a checkbox: what ticking it allows. */
  readonly label: string
  readonly detail: string
  readonly changes: boolean
}

/** What a scope lets an assistant do, as a merchant would say it. */
export const scopeWords: Readonly<Record<TokenScope, Words>> = {
  'catalog:read': {
    area: 'products',
    label: 'See products and stock',
    detail: 'Titles, prices, variants, how many are on hand',
    changes: false,
  },
  'catalog:write': {
    area: 'products',
    label: 'Change products and stock',
    detail: 'Add products, edit prices and texts, correct stock',
    changes: true,
  },
  'orders:read': {
    area: 'orders',
    label: 'See orders',
    detail: 'With names, phone numbers and delivery addresses',
    changes: false,
  },
  'orders:write': {
    area: 'orders',
    label: 'Create and move orders along',
    detail: 'Confirm, prepare, ship, deliver, cancel before confirmation. Never refunds',
    changes: true,
  },
  'crm:read': {
    area: 'customers',
    label: 'See customers',
    detail: 'Contact details, notes, what they have spent',
    changes: false,
  },
  'analytics:read': {
    area: 'sales figures',
    label: 'See sales figures',
    detail: 'Revenue, best sellers, trends',
    changes: false,
  },
  'inbox:read': {
    area: 'messages',
    label: 'Read messages',
    detail: 'Conversations between you and your customers',
    changes: false,
  },
  'storefront:read': {
    area: 'the online shop',
    label: 'See the online shop',
    detail: 'Its pages, texts and settings, drafts included',
    changes: false,
  },
  'storefront:write': {
    area: 'the online shop',
    label: 'Change the online shop',
    detail: 'Edit pages and settings, and publish them',
    changes: true,
  },
}

type Summary = { readonly sees: readonly string[]; readonly changes: readonly string[] }

/** In a few words what scopes add up to: who may change a thing sees it as well, which needs no saying. */
export function summaryOf(scopes: readonly TokenScope[]): Summary {
  const areas = (changes: boolean) =>
    scopes.filter((scope) => scopeWords[scope].changes === changes).map((scope) => scopeWords[scope].area)
  const changed = areas(true)
  return { sees: areas(false).filter((area) => !changed.includes(area)), changes: changed }
}
