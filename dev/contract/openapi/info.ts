import { readScopes, tokenScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import type { Json } from './json.ts'

const description = `A multi-store commerce back end for merchants: catalog, orders, customers, analytics, inbox and storefront.

- **Authentication.** Send the access token of a session, or from your own server an API key, as \`Authorization: Bearer …\`.
- **Stores.** If you belong to several stores, select one with \`X-Store-Id\`.
- **Money** is a JSON number in major units, exact and never rounded. **Times** are RFC 3339 in UTC.
- **Lists** take \`page\` and \`limit\`, or \`cursor\` with the \`meta.next_cursor\` of the previous page.
- **Errors** are \`application/problem+json\`. In your code, compare \`code\`, which is stable; \`detail\` says what to do.
- **Retries.** Send an \`Idempotency-Key\` with every write, and the same key with its retries.
- **Changes.** Later versions only add: ignore fields and enum values that you do not know.`

export const info: Json = {
  title: 'Merchant Commerce Service',
  version: '1.0.0',
  summary: 'REST API for merchants, storefronts and assistants',
  description,
  license: { name: 'MIT', identifier: 'MIT' },
}

export const servers: readonly Json[] = [{ url: '/', description: 'The service that serves this document' }]

export const tags: readonly Json[] = [
  { name: 'Stores', description: 'You and your stores' },
  { name: 'Members', description: 'Who belongs to a store, and invitations' },
  { name: 'Catalog', description: 'Products, variants, stock, collections, delivery methods and discounts' },
  { name: 'Orders', description: 'Orders and their actions' },
  { name: 'Customers', description: 'Customers, their timelines, and segments' },
  { name: 'Analytics', description: 'Sales figures' },
  { name: 'Inbox', description: 'Conversations with customers, and the channels they come from' },
  { name: 'Inbox hooks', description: 'The URLs that channels post to' },
  { name: 'Storefront', description: 'The draft of the public site, its pages and versions' },
  { name: 'Public storefront', description: 'What shoppers see and send, without a session' },
  { name: 'Events', description: 'What happened in your stores: the feed and the audit log' },
  { name: 'API keys', description: 'Access for your own servers' },
  { name: 'Webhooks', description: 'Events of the store, sent to your own servers' },
  { name: 'Assistants', description: 'MCP and its access tokens' },
  { name: 'OAuth', description: 'The authorization server for assistants' },
  { name: 'Service', description: 'Health and this document' },
]

const scopes = Object.fromEntries(tokenScopes.map((scope) => [scope, scopeText(scope)]))

function scopeText(scope: string): string {
  const [area, access] = scope.split(':')
  return readScopes.some((read) => read === scope) ? `Read ${area}` : `Read and ${access} ${area}`
}

export const securitySchemes: Json = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Access token of a session with the identity provider.',
  },
  console: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description:
      'Session of the console, which this service serves at /console. Only from its own origin, with the header X-Console: 1.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mcs_key_…',
    description:
      'API key of one store, for a server. Any one of the listed scopes is enough. Never put it into a browser or an app.',
  },
  mcpToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mcs_mcp_…',
    description: 'Access token for MCP. It belongs to one store and has scopes.',
  },
  oauth: {
    type: 'oauth2',
    description: 'For assistants: the person allows access to one store.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/api/oauth/authorize',
        tokenUrl: '/api/oauth/token',
        refreshUrl: '/api/oauth/token',
        scopes,
      },
    },
  },
  clientSecret: { type: 'http', scheme: 'basic', description: 'Credentials of a confidential OAuth client.' },
  standardWebhook: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description: 'Signature of the body as in Standard Webhooks, with webhook-id and webhook-timestamp.',
  },
  metaSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Hub-Signature-256',
    description: 'Signature of the body with the secret of the Meta app.',
  },
}
