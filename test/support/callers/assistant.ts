import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { z } from 'zod'
import type { TokenScope } from '../../../src/platform/auth/tokens/scopes.ts'
import { textOf } from '../../../src/platform/tools/text.ts'
import { createToken } from '../../../src/areas/mcp-tokens/create-token.ts'
import { type Answer, type Service, service } from '../service.ts'
import { expectBody, type Shop } from '../shop.ts'

const everyScope: TokenScope[] = [
  'catalog:write',
  'orders:write',
  'crm:read',
  'analytics:read',
  'inbox:read',
  'storefront:write',
]

type Person = Pick<Shop['owner'], 'post'>

/** Creates an MCP token through the public API. Default: by the owner, with every scope that a tool needs. */
export async function tokenFor(
  { store, owner }: { readonly store: Pick<Shop['store'], 'id'>; readonly owner: Person },
  { by = owner, ...body }: { by?: Person; scopes?: readonly TokenScope[]; expires_in_days?: number } = {},
) {
  const asked = { name: 'Assistant', scopes: everyScope, ...body, store_id: store.id }
  return expectBody(await by.post('/api/mcp/tokens', asked), 201, createToken.output)
}

type Era = 'legacy' | 'modern'

export const eras = ['legacy', 'modern'] as const satisfies readonly Era[]

/** The Worker as a `fetch` function, for third-party clients. */
export const fetchFrom =
  (through: Service = service()) =>
  async (url: string | URL, init?: RequestInit): Promise<Response> => {
    const { status, headers, body } = await through.fetch(new URL(url).pathname, init)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(status === 202 || status === 204 ? null : text, { status, headers })
  }

/** The SDK's client, connected. */
export async function connect(token: string, era: Era | 'auto', { through = service(), path = '/api/mcp' } = {}) {
  const client = new Client(
    { name: 'tests', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : era } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(`https://commerce.test${path}`), {
    fetch: fetchFrom(through),
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  return client
}

/** One message over HTTP, in the older protocol, where the handshake can be skipped. */
export function post(
  message: unknown,
  { token, headers = {}, path = '/api/mcp', through = service() }: PostOptions = {},
): Promise<Answer> {
  return through.fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })
}

type PostOptions = { token?: string; headers?: Record<string, string>; path?: string; through?: Service }

export const request = (method: string, params: Record<string, unknown> = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
})

export const callOf = (name: string, args: Record<string, unknown> = {}) =>
  request('tools/call', { name, arguments: args })

const Result = z.object({
  result: z.object({
    isError: z.boolean().optional(),
    content: z.array(z.object({ type: z.literal('text'), text: z.string() })).length(1),
    structuredContent: z.record(z.string(), z.unknown()).optional(),
  }),
})

/** A tool's result. Its text says the same as its structured content. */
export function answerOf(answer: Answer): Record<string, unknown> {
  const { result } = expectBody(answer, 200, Result)
  expect(result.isError, JSON.stringify(result)).toBeUndefined()
  const { structuredContent = {} } = result
  expect(result.content[0]?.text).toBe(textOf(structuredContent))
  return structuredContent
}

const Refused = z.looseObject({
  code: z.string(),
  detail: z.string(),
  request_id: z.string(),
  errors: z.array(z.looseObject({ pointer: z.string(), code: z.string(), detail: z.string() })).default([]),
})

/** A tool's refusal and its reason. */
export function refusalOf(answer: Answer) {
  const { result } = expectBody(answer, 200, Result)
  expect(result, JSON.stringify(result)).toMatchObject({ isError: true })
  expect(result.structuredContent).toBeUndefined()
  return Refused.parse(JSON.parse(result.content[0]?.text ?? ''))
}

/** The parameters of a refusal's Bearer challenge. */
export function challengeOf(answer: Answer): Record<string, string> {
  const header = answer.headers.get('WWW-Authenticate') ?? ''
  expect(header).toMatch(/^Bearer /)
  return Object.fromEntries([...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]))
}
