import type { KeyScope } from '../../../../platform/auth/tokens/scopes.ts'
import { rich } from '../texts.ts'

/** `label` and `detail`: what the scope allows. `area`: what it is about, within a list. */
type ScopeText = { readonly area: string; readonly label: string; readonly detail: string }

/** What a scope lets an assistant or a server do, as a merchant would say it. */
export const scopes = {
  mayItSee: 'What may it see?',
  mayItChange: 'What may it change?',
  canChange: (areas: string) => rich`<b>Can change</b> ${areas}.`,
  canSee: (areas: string) => `Can see ${areas}.`,
  each: {
    'catalog:read': {
      area: 'products',
      label: 'See products and stock',
      detail: 'Titles, prices, variants and stock levels',
    },
    'catalog:write': {
      area: 'products',
      label: 'Change products and stock',
      detail: 'Add products, edit prices and texts, adjust stock',
    },
    'orders:read': {
      area: 'orders',
      label: 'See orders',
      detail: 'Including names, phone numbers and delivery addresses',
    },
    'orders:write': {
      area: 'orders',
      label: 'Create and process orders',
      detail: 'Confirm, prepare, ship, deliver, and cancel before confirmation. No refunds',
    },
    'crm:read': {
      area: 'customers',
      label: 'See customers',
      detail: 'Contact details, notes and how much they have spent',
    },
    'crm:write': {
      area: 'customers',
      label: 'Add and edit customers',
      detail: 'Contact details, notes, tags and segments. No merging or anonymizing',
    },
    'analytics:read': {
      area: 'sales figures',
      label: 'See sales figures',
      detail: 'Revenue, best sellers and trends',
    },
    'inbox:read': {
      area: 'messages',
      label: 'Read messages',
      detail: 'Conversations between you and your customers',
    },
    'inbox:write': {
      area: 'messages',
      label: 'Reply to messages',
      detail: 'Send replies to customers, write notes, assign and close conversations',
    },
    'storefront:read': {
      area: 'the online shop',
      label: 'See the online shop',
      detail: 'Pages, texts and settings, including drafts',
    },
    'storefront:write': {
      area: 'the online shop',
      label: 'Change the online shop',
      detail: 'Edit pages and settings, and publish them',
    },
    'events:read': {
      area: 'events',
      label: 'Follow events',
      detail: 'Everything that changes in the store, as it happens',
    },
    'webhooks:manage': {
      area: 'webhooks',
      label: 'Manage webhooks',
      detail: 'Choose where events are sent, and send them again',
    },
  } satisfies Record<KeyScope, ScopeText>,
}
