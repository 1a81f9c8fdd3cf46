/**
 * The rooms of src in rows, from top to bottom, each with what belongs in it. A room may import rooms of lower rows only, types
 * included. A file is in the room with the longest path that leads to it. `npm run rooms` holds this.
 */
export const rows: readonly Readonly<Record<string, string>>[] = [
  { 'index.ts': 'The entry point of the Worker' },
  {
    'app.ts': 'Which part of the service answers which path',
    'scheduled.ts': 'What the crons run',
  },
  { 'pages/console': 'The page of the console, whose sources are in console/' },
  { 'protocols/oauth': 'The authorization server: one file per clause or endpoint' },
  {
    'protocols/mcp': 'The MCP endpoint, its catalogue of tools and its results for models',
    'pages/settings/app.ts': 'The web pages that people sign in to: which path leads to which',
    'pages/docs': 'The pages under /docs',
  },
  {
    'pages/settings/assistants': 'How to connect assistants, and their connections',
    'pages/settings/consent': 'Where a person allows an assistant to connect',
    'pages/settings/delivery': 'Delivery methods',
    'pages/settings/discounts': 'Discounts',
    'pages/settings/keys': 'API keys',
    'pages/settings/members': 'Members and invitations',
    'pages/settings/sessions': 'Signing in and out',
    'pages/settings/tax': 'Tax',
    'pages/settings/webhooks': 'Webhooks and their deliveries',
  },
  { 'pages/settings/tokens': 'The form and the list of access tokens and API keys' },
  { 'pages/settings/store': 'The profile of a store, and what all pages of a store have' },
  { 'pages/settings/page': 'What every page goes through: session, layout, forms, errors' },
  { 'pages/settings/ui': 'Components, style and script' },
  { 'pages/settings/words': 'The texts, in English and Arabic' },
  {
    'areas/home': 'What the people of a store see at once: figures, first steps and a search over all of it',
    'areas/webhooks': 'Webhooks and their deliveries',
  },
  {
    'areas/feed': 'The feed of events, and the resources that they are about',
    'areas/stores': 'Stores and their settings',
  },
  {
    'areas/customers': 'Customers and, in segments/, the filters that group them',
    'areas/storefront': 'What shoppers see, and the editor of it',
  },
  {
    'areas/collections': 'Groups of products',
    'areas/connections': 'Connections of assistants: requests, codes, tokens and consent',
    'areas/keys': 'API keys',
    'areas/orders': 'Orders and the actions on them',
  },
  {
    'areas/analytics': 'Sales figures',
    'areas/checkout': 'What an order costs besides its items',
    'areas/inbox': 'Conversations with customers, and their channels',
    'areas/invitations': 'Invitations to join a store',
    'areas/mcp-tokens': 'Access tokens for MCP, which API keys build on',
    'areas/sessions': 'Sessions of the web pages',
  },
  { 'areas/products': 'Products, variants and stock' },
  {
    'areas/delivery-methods': 'How a store delivers orders',
    'areas/discounts': 'Discounts',
    'areas/media': 'Uploaded pictures',
    'areas/members': 'Who belongs to a store',
  },
  { 'areas/events': 'The catalogue of events and the audit log' },
  { 'platform/http': 'What every HTTP request goes through' },
  { 'platform/tools': 'How an operation becomes a tool for assistants' },
  {
    'platform/jobs': 'What the crons do, one store after another or for all of them',
    'platform/transfer': 'Import and export: CSV and JSONL',
  },
  { 'platform/configuration': 'What the operator sets, what is made from it, and the log' },
  { 'platform/operation': 'What an operation is, its context, and how refusals of the database become errors' },
  { 'platform/auth': 'Sessions, sign-in, token formats, keys, scopes and signatures' },
  { 'platform/lists': 'Pages, cursors, filters and the queries of lists' },
  { 'platform/references': 'What a request may call a customer, an order or a product in place of its id' },
  { 'platform/db': 'The database client, the schema, statements and their results, and whose the transaction is' },
  { 'platform/outside': 'Whatever the service reaches outside itself: URLs, caches, buckets, deliveries with retries' },
  { 'platform/values': 'The small types that fields are made of: text, ids, money, phones, countries, times, links' },
  { 'platform/errors': 'The error codes, problems with an input, and JSON that is refused' },
]

/** The rooms that only SQL has. */
export const sqlRooms = {
  access: 'Policies, owners and grants',
  dispatch: 'Which function a job of the crons or a row of an import calls',
  'before-tables': 'What generated columns, indexes and checks of the tables call',
}

const { 'before-tables': beforeTables, ...above } = sqlRooms

/**
 * The rooms of drizzle/sql: those of src and its own. A function may call those of its own room and of lower ones. So may src.
 * `npm run sql` holds this.
 */
export const sqlRows = [above, ...rows, { 'before-tables': beforeTables }]

/** The rooms of console/src, likewise. No screen imports another. */
export const consoleRows = [
  { 'main.tsx': 'Starts the console' },
  { 'routes.tsx': 'Which screen is at which address', 'styles.ts': 'Styles of the start' },
  { 'screens/start': 'The stores of a person, before there is one in the address' },
  { shell: 'Navigation, menus and keys around every screen' },
  { 'screens.ts': 'Every screen of a store, as a row' },
  {
    'screens/home': 'What is seen first: figures, what to do, first steps',
    'screens/orders': 'The list of orders',
    'screens/order': 'One order',
  },
  { parts: 'What screens share: lists, states, money, time, status' },
  { service: 'The client, the queries, errors, and what the browser keeps' },
  { words: 'The texts, in English and Arabic' },
  { 'theme.ts': 'The look' },
] as const satisfies readonly Readonly<Record<string, string>>[]

/** The files of an area that areas above it may import. Everything else in an area is its own business. */
export const shared: Readonly<Record<string, readonly string[]>> = {
  'areas/analytics': ['figures.ts', 'series.ts'],
  'areas/checkout': [
    'address.ts',
    'checkout-refusals.ts',
    'order-price.ts',
    'quote.ts',
    'shopper-delivery-refusals.ts',
  ],
  'areas/collections': ['collection-page.ts', 'collection.ts'],
  'areas/customers': ['customer-row.ts', 'customer.ts', 'segments/segment.ts'],
  'areas/delivery-methods': ['delivery-method.ts'],
  'areas/discounts': ['discount.ts'],
  'areas/events': ['event-catalogue.ts', 'event-filter.ts', 'event.ts', 'visible-types.ts'],
  'areas/feed': ['snapshots.ts'],
  'areas/inbox': ['conversations/conversation.ts', 'conversations/waiting-conversations.ts'],
  'areas/invitations': ['invitation.ts'],
  'areas/mcp-tokens': ['access-token.ts'],
  'areas/orders': ['kept-order.ts', 'order-views.ts', 'order.ts'],
  'areas/products': [
    'facets.ts',
    'product-page.ts',
    'product-search.ts',
    'product.ts',
    'read-variants.ts',
    'shown-discounts.ts',
    'stock-source.ts',
    'variant.ts',
  ],
  'areas/storefront': ['public/public-cache.ts'],
}

/** Files that only some rooms may import, wherever they are. */
export const reserved: readonly { readonly files: RegExp; readonly to: readonly string[] }[] = [
  { files: /^areas\/.*\broutes\.ts$/, to: ['app.ts'] },
  { files: /^areas\/.*\btools\.ts$/, to: ['protocols/mcp'] },
  // An operation gets its context from whoever calls it.
  { files: /^platform\/operation\/open-(visitor-)?context\.ts$/, to: ['platform/http'] },
]
