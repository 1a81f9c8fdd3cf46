import { expect, test } from 'vitest'
import { z } from 'zod'
import packageJson from '../../../package.json' with { type: 'json' }
import packageLock from '../../../package-lock.json' with { type: 'json' }
import serverJson from '../../../server.json' with { type: 'json' }
import { connect, tokenFor } from '../../support/callers/assistant.ts'
import { openShop } from '../../support/shop.ts'

const Input = z.strictObject({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  placeholder: z.string().optional(),
})

/**
 * What https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json says of the fields that this file has:
 * the patterns and lengths of ServerDetail, StreamableHttpTransport, RemoteTransport and Input.
 */
const ServerDetail = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    // https://modelcontextprotocol.io/registry/versioning recommends https://semver.org.
    .regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  remotes: z.array(
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.string().regex(/^https?:\/\/[^\s]+$/),
      variables: z.record(z.string(), Input),
    }),
  ),
})

test('server.json is as the MCP registry wants it, with the path of the endpoint', () => {
  const { remotes } = ServerDetail.parse(serverJson)
  const [remote] = remotes
  const named = Array.from(remote?.url.matchAll(/\{(\w+)\}/g) ?? [], ([, name]) => name)
  expect(named).toEqual(Object.keys(remote?.variables ?? {}))
  expect(new URL(remote?.url.replace('{host}', 'commerce.test') ?? '').pathname).toBe('/api/mcp')
})

test('package.json, the lockfile, server.json and the server itself have the same version', async () => {
  const client = await connect((await tokenFor(await openShop())).token, 'modern')
  expect(packageLock.packages['']).toMatchObject({ version: packageJson.version })
  expect([packageLock.version, serverJson.version, client.getServerVersion()?.version]).toEqual(
    Array.from({ length: 3 }, () => packageJson.version),
  )
})
