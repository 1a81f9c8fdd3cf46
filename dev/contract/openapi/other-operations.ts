import * as z from 'zod'
import { id } from '../../../src/platform/values/ids.ts'
import { InboundEmail } from '../../../src/areas/inbox/hooks/email.ts'
import { InboundMessage } from '../../../src/areas/inbox/hooks/webhook.ts'
import { receive } from '../../../src/areas/inbox/hooks/receive.ts'
import { publicCodes } from './codes.ts'
import type { Described } from './described.ts'
import type { Json } from './json.ts'

const none = z.object({})
const channel = z.object({ channel_id: id('channel') })
const ok = { status: 200, description: 'OK' }
const json = ['application/json']

export const hookOperations: readonly Described[] = [
  {
    id: 'verify_hook',
    method: 'get',
    path: '/api/inbox/hooks/{channel_id}',
    tag: 'Inbox hooks',
    security: [],
    parameters: channel,
    query: z.object({
      'hub.mode': z.literal('subscribe'),
      'hub.verify_token': z.string().describe('verify_token of the channel'),
      'hub.challenge': z.string().describe('Returned as it is'),
    }),
    headers: ['RequestId'],
    success: [{ ...ok, types: ['text/plain'], schema: z.string(), headers: ['RequestId'] }],
    codes: publicCodes(['not_found', 'forbidden']),
  },
  {
    id: 'receive_message',
    method: 'post',
    path: '/api/inbox/hooks/{channel_id}',
    tag: 'Inbox hooks',
    security: [{ standardWebhook: [] }, { metaSignature: [] }],
    parameters: channel,
    headers: ['RequestId'],
    body: {
      types: json,
      schema: z.union([
        InboundMessage,
        InboundEmail,
        z.looseObject({ object: z.string(), entry: z.array(z.unknown()) }),
      ]),
    },
    success: [{ ...ok, schema: receive.output, headers: ['RequestId'] }],
    codes: publicCodes([
      'not_found',
      'invalid_signature',
      'invalid_json',
      'invalid_input',
      'payload_too_large',
      'request_timeout',
    ]),
  },
]

const rpc: Json = {
  type: 'object',
  required: ['jsonrpc'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'integer', 'null'] },
    method: { type: 'string' },
    params: { type: 'object' },
    result: { type: 'object' },
    error: { type: 'object' },
  },
}

const rpcError = (description: string): Json => ({ description, content: { 'application/json': { schema: rpc } } })

/** The endpoint and its alias. */
const mcp = (id: string, path: string): Described => ({
  id,
  method: 'post',
  path,
  tag: 'Assistants',
  security: [{ mcpToken: [] }, { oauth: [] }],
  parameters: none,
  headers: ['RequestId'],
  body: { types: json, schema: { json: rpc } },
  success: [
    { ...ok, types: ['application/json', 'text/event-stream'], schema: { json: rpc }, headers: ['RequestId'] },
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

const status = (...values: [string, ...string[]]) => z.object({ status: z.enum(values) })

export const serviceOperations: readonly Described[] = [
  {
    id: 'get_media_file',
    method: 'get',
    path: '/media/{folder}/{file}',
    tag: 'Public storefront',
    security: [],
    parameters: z.object({ folder: z.string(), file: z.string() }),
    query: z.object({ w: z.int().min(1).optional().describe('Width in pixels') }),
    headers: ['IfNoneMatch', 'RequestId'],
    success: [
      {
        ...ok,
        types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
        schema: { json: {} },
        headers: ['RequestId', 'ETag', 'CacheControl'],
      },
    ],
    others: {
      302: {
        description: 'The resized picture',
        headers: { Location: { $ref: '#/components/headers/Location' } },
      },
      304: { description: 'Unchanged since the version in If-None-Match' },
    },
    codes: publicCodes(['not_found']),
  },
  {
    id: 'get_health',
    method: 'get',
    path: '/healthz',
    tag: 'Service',
    security: [],
    parameters: none,
    headers: ['RequestId'],
    success: [{ ...ok, schema: status('ok'), headers: ['RequestId'] }],
    codes: [],
  },
  {
    id: 'get_readiness',
    method: 'get',
    path: '/readyz',
    tag: 'Service',
    security: [],
    parameters: none,
    headers: ['RequestId'],
    success: [
      { ...ok, schema: status('ready'), headers: ['RequestId'] },
      {
        status: 503,
        description: 'The database or the configuration is not ready',
        schema: z.object({ status: z.literal('not_ready'), reason: z.string() }),
        headers: ['RequestId'],
      },
    ],
    codes: ['internal_error', 'database_unavailable'],
  },
  {
    id: 'get_openapi',
    method: 'get',
    path: '/openapi.json',
    tag: 'Service',
    security: [],
    parameters: none,
    headers: ['IfNoneMatch', 'RequestId'],
    success: [{ ...ok, schema: { json: { type: 'object' } }, headers: ['RequestId', 'ETag', 'CacheControl'] }],
    others: { 304: { description: 'Unchanged since the version in If-None-Match' } },
    codes: [],
  },
]
