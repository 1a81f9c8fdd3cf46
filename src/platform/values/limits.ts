/**
 * How many a store, a resource or a request may have. SQL reads these numbers with app.most, which `npm run db:generate` writes,
 * and docs/limits.md has the same numbers and words.
 */
export const limits = {
  store: {
    products: 50_000,
    collections: 500,
    delivery_methods: 50,
    discounts: 500,
    active_automatic_discounts: 50,
    segments: 500,
    channels: 100,
    webhooks: 20,
    /** In 24 hours. */
    new_webhooks: 100,
    new_channels: 100,
    pages: 200,
    /** That it has ever had. */
    slugs: 20,
  },
  team: { members: 1_000, invitations: 100 },
  /** Each of API keys, MCP tokens and connections. Devices are those of one person with the same assistant. */
  access: { valid: 1_000, of_one_person: 100, devices: 5 },
  /** Stores in all, and those created in 24 hours. */
  person: { stores: 200, new_stores: 20, sessions: 50 },
  product: { variants: 250, new_variants: 100, options: 5, pictures: 50 },
  collection: { products: 1_000, rules: 20 },
  discount: { products: 500, collections: 20 },
  delivery_method: { countries: 250, regions: 1_000 },
  order: { items: 100, shipments: 100 },
  conversation: { unsent_replies: 50 },
  channel: { unsent_replies: 1_000 },
  /** Messages, receipts and the like in one request of a provider. */
  hook: { events: 2_000 },
  customer: { other_addresses: 20, other_phones: 20, other_emails: 20 },
  tags: { each: 50 },
  page: { marks: 5_000 },
  /** Parts are items or variants. */
  import: { lines: 500, orders: 250, parts: 2_000 },
  merge: { customers: 10, orders: 2_000, conversations: 1_000 },
  bulk: { orders: 100, prices: 1_000 },
  report: { days: 366 },
  /** How many orders a list of the best customers may read. */
  period: { orders: 50_000 },
  replay: { events: 10_000 },
} as const
