import * as z from 'zod'
import { id } from '../../../src/platform/values/ids.ts'
import { InboundEmail } from '../../../src/areas/inbox/hooks/email.ts'
import { InboundMessage } from '../../../src/areas/inbox/hooks/webhook.ts'
import { receive } from '../../../src/areas/inbox/hooks/receive.ts'
import { publicCodes } from './codes.ts'
import { type Described, json, withoutSession } from './described.ts'
import type { Json } from './json.ts'

const channel = z.object({ channel_id: id('channel') })

const hook = '/api/inbox/hooks/{channel_id}'

export const hookOperations: readonly Described[] = [
  withoutSession('verify_hook', 'get', hook, {
    tag: 'Inbox hooks',
    parameters: channel,
    query: z.object({
      'hub.mode': z.literal('subscribe'),
      'hub.verify_token': z.string().describe('verify_token of the channel'),
      'hub.challenge': z.string().describe('Returned as it is'),
    }),
    types: ['text/plain'],
    schema: z.string(),
    codes: publicCodes(['not_found', 'forbidden']),
  }),
  withoutSession('receive_message', 'post', hook, {
    tag: 'Inbox hooks',
    security: [{ standardWebhook: [] }, { metaSignature: [] }],
    parameters: channel,
    body: json(
      z.union([InboundMessage, InboundEmail, z.looseObject({ object: z.string(), entry: z.array(z.unknown()) })]),
    ),
    schema: receive.output,
    codes: publicCodes([
      'not_found',
      'invalid_signature',
      'invalid_json',
      'invalid_input',
      'payload_too_large',
      'request_timeout',
    ]),
  }),
]

const rpc: Json = {
  type: 'object',
  required: ['jsonrpc'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'integer', 'null'] },
    method: { type: 'string' },
    params: { type: ['object', 'null'] },
    result: { type: 'object' },
    error: { type: 'object' },
  },
}

const rpcError = (description: string): Json => ({ description, content: { 'application/json': { schema: rpc } } })

/** The endpoint and its alias. */
const mcp = (id: string, path: string): Described =>
  withoutSession(id, 'post', path, {
    tag: 'Assistants',
    security: [{ mcpToken: [] }, { oauth: [] }],
    body: json({ json: rpc }),
    success: [
      {
        status: 200,
        description: 'OK',
        types: ['application/json', 'text/event-stream'],
        schema: { json: rpc },
        headers: ['RequestId'],
      },
      { status: 202, description: 'A notification was accepted', headers: ['RequestId'] },
    ],
    others: {
      400: rpcError('Not a JSON-RPC message'),
      406: rpcError('Accept must include application/json and text/event-stream'),
      415: rpcError('Content-Type must be application/json'),
    },
    codes: publicCodes([
      'unauthenticated',
      'invalid_token',
      'insufficient_scope',
      'forbidden',
      'payload_too_large',
      'request_timeout',
    ]),
  })

export const mcpOperations: readonly Described[] = [mcp('call_mcp', '/api/mcp'), mcp('call_mcp_alias', '/mcp')]

const unchanged = { 304: { description: 'Unchanged since the version in If-None-Match' } }

export const serviceOperations: readonly Described[] = [
  withoutSession('get_media_file', 'get', '/media/{folder}/{file}', {
    tag: 'Public storefront',
    parameters: z.object({ folder: z.string(), file: z.string() }),
    query: z.object({ w: z.int().min(1).optional().describe('Width in pixels') }),
    headers: ['IfNoneMatch', 'RequestId'],
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
    schema: { json: {} },
    responseHeaders: ['ETag', 'CacheControl'],
    others: {
      302: {
        description: 'The resized picture',
        headers: { Location: { $ref: '#/components/headers/Location' } },
      },
      ...unchanged,
    },
    codes: publicCodes(['not_found']),
  }),
  withoutSession('get_health', 'get', '/healthz', { tag: 'Service', schema: z.object({ status: z.enum(['ok']) }) }),
  withoutSession('get_readiness', 'get', '/readyz', {
    tag: 'Service',
    success: [
      { status: 200, description: 'OK', schema: z.object({ status: z.enum(['ready']) }), headers: ['RequestId'] },
      {
        status: 503,
        description: 'The database or the configuration is not ready',
        schema: z.object({ status: z.literal('not_ready'), reason: z.string() }),
        headers: ['RequestId'],
      },
    ],
    codes: ['internal_error', 'database_unavailable'],
  }),
  withoutSession('get_openapi', 'get', '/openapi.json', {
    tag: 'Service',
    headers: ['IfNoneMatch', 'RequestId'],
    schema: { json: { type: 'object' } },
    responseHeaders: ['ETag', 'CacheControl'],
    others: unchanged,
  }),
]
