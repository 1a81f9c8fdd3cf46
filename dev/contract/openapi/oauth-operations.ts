import * as z from 'zod'
import { tokenScopes } from '../../../src/platform/auth/tokens/scopes.ts'
import { type Described, json, withoutSession } from './described.ts'
import type { Json } from './json.ts'

const form = ['application/x-www-form-urlencoded']

const oauthError = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/OAuthError' } } },
})

const errors = {
  400: oauthError('Refused, as in RFC 6749'),
  401: oauthError('Wrong client credentials'),
  429: oauthError('Too many requests'),
  500: oauthError('Internal error'),
  503: oauthError('Database unavailable'),
}

const client = {
  client_id: z.string().optional(),
  client_secret: z.string().optional().describe('Only for confidential clients'),
}

const authorization = z.object({
  response_type: z.literal('code'),
  client_id: z.string().describe('From registration, or the URL of a client metadata document'),
  redirect_uri: z.string(),
  code_challenge: z.string().describe('BASE64URL(SHA256(code_verifier))'),
  code_challenge_method: z.literal('S256'),
  state: z.string().optional(),
  scope: z
    .string()
    .optional()
    .describe(`Space-separated: ${tokenScopes.join(', ')}`),
  resource: z.string().optional().describe('URL of the MCP endpoint (RFC 8707)'),
})

const redirect = {
  description: 'To the consent page, or back to the client with an error',
  headers: { Location: { $ref: '#/components/headers/Location' } },
}
const page: Json = {
  description: 'The request cannot be answered by redirecting. A page says why',
  content: { 'text/html': { schema: { type: 'string' } } },
}
const pages = { 303: redirect, 400: page, 408: page, 413: page, 429: page, 500: page, 503: page }

const Registration = z.object({
  client_id: z.string(),
  client_id_issued_at: z.int(),
  client_secret: z.string().optional(),
  client_secret_expires_at: z.int().optional(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.enum(['none', 'client_secret_basic', 'client_secret_post']),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  scope: z.string().optional(),
})

const Tokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds'),
  refresh_token: z.string(),
  scope: z.string(),
})

const TokenForm = z.object({
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
  resource: z.string().optional(),
  ...client,
})

const RegistrationRequest = z.looseObject({
  redirect_uris: z.array(z.string()).min(1).max(10),
  client_name: z.string().optional(),
  token_endpoint_auth_method: z.enum(['none', 'client_secret_basic', 'client_secret_post']).optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  scope: z.string().optional(),
})

const ServerMetadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
  revocation_endpoint: z.string(),
  response_types_supported: z.array(z.string()),
  response_modes_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean(),
  client_id_metadata_document_supported: z.boolean(),
})

const ResourceMetadata = z.object({
  resource: z.string(),
  resource_name: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
})

const tag = 'OAuth'

const metadata = (id: string, path: string, schema: z.ZodType): Described =>
  withoutSession(id, 'get', path, { tag, schema, responseHeaders: ['CacheControl'] })

const authorize = '/api/oauth/authorize'

/** Clients with a secret send it. */
const security = [{}, { clientSecret: [] }]

export const oauthOperations: readonly Described[] = [
  withoutSession('authorize', 'get', authorize, { tag, query: authorization, success: [], others: pages }),
  withoutSession('authorize_by_post', 'post', authorize, {
    tag,
    body: { types: form, schema: authorization.extend({}) },
    success: [],
    others: pages,
  }),
  withoutSession('issue_token', 'post', '/api/oauth/token', {
    tag,
    security,
    body: { types: form, schema: TokenForm },
    schema: Tokens,
    others: errors,
  }),
  withoutSession('revoke_oauth_token', 'post', '/api/oauth/revoke', {
    tag,
    security,
    body: { types: form, schema: z.object({ token: z.string(), token_type_hint: z.string().optional(), ...client }) },
    description: 'Revoked, or already invalid',
    others: errors,
  }),
  withoutSession('register_client', 'post', '/api/oauth/register', {
    tag,
    body: json(RegistrationRequest),
    status: 201,
    description: 'Registered',
    schema: Registration,
    others: errors,
  }),
  metadata('get_authorization_server', '/.well-known/oauth-authorization-server', ServerMetadata),
  metadata('get_protected_resource', '/.well-known/oauth-protected-resource/api/mcp', ResourceMetadata),
]
