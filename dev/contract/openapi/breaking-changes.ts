/**
 * Promises of the released contract that the next release breaks on purpose, as `npm run contract` prints them, each with the
 * reason. Announce a removal with `deprecated` on the route first. `npm run openapi -- --release` starts a new list.
 */
export const breakingChanges: Readonly<Record<string, string>> = {
  'removed: GET /api/analytics/sales answers 200 application/json: SalesSummary':
    'It answers Sales, which has every field of SalesSummary and always has interval and data.',
  'new type: GET /api/analytics/sales answers 200 application/json: Sales': 'Another name for the same answer.',
  'removed: PublicProductList.meta: PageMeta': 'It has every field of PageMeta, and may have facets.',
  'new type: PublicProductList.meta: PublicProductPageMeta': 'The same.',
}
