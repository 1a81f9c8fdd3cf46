/** Only in `npm run test:long`: tests with much data or many requests at once, and those that repeat others elsewhere. */
export const onlyLong: readonly string[] = [
  'test/areas/analytics/growth.test.ts',
  'test/areas/customers/{anonymize-many-orders,merge-loses-nothing,merge-races}.test.ts',
  'test/platform/db/plans.test.ts',
  'test/platform/lists/{bounded-lists,search-size}.test.ts',
  'test/fuzz/{queries,writes}.test.ts',
  'test/areas/inbox/outbox.test.ts',
  'test/isolation/{documented-scopes,interleaved,keys,single-safeguard,two-memberships}.test.ts',
  'test/protocols/mcp/unknown-tokens.test.ts',
  'test/areas/members/who-manages-whom.test.ts',
  'test/areas/orders/{action-races,life-cycle,lost-actions,lost-replies,prices,random-life,search-many}.test.ts',
  'test/areas/products/price-change-cost.test.ts',
  'test/areas/customers/segments/{exact,large-store}.test.ts',
  'test/areas/storefront/search-cost.test.ts',
  'test/platform/transfer/{import-past-orders,import-races,large-export,round-trip,streaming}.test.ts',
  'test/e2e/{checkout-settings,client-readme,commands,console,docs,webhook-crash}.test.ts',
]

/** In both. `npm test` tries less of them: see test/support/run/effort.ts and test/e2e/effort.ts. */
export const moreIfLong: readonly string[] = [
  'test/areas/analytics/equal-to-the-orders.test.ts',
  'test/areas/customers/anonymize-busy-store.test.ts',
  'test/fuzz/storefront.test.ts',
  'test/isolation/roles.test.ts',
  'test/areas/members/{departed,last-owner}.test.ts',
  'test/areas/orders/{discount-uses,one-by-one,races,ways-on}.test.ts',
  'test/areas/orders/ledger/ledger.test.ts',
  'test/areas/products/find-products.test.ts',
  'test/areas/customers/segments/parse-filter.test.ts',
  'test/areas/storefront/markdown.test.ts',
  'test/platform/transfer/cell-types.test.ts',
  'test/areas/webhooks/{managers,minute,rights-first}.test.ts',
  'test/e2e/{conformance,from-the-url-alone,logins,looks,pages,webhooks}.test.ts',
]
