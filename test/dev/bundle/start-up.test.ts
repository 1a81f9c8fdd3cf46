import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildWorker } from '../../../dev/bundle/build.ts'
import { ownerOf, partsOf } from '../../../dev/bundle/parts.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-up-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [start, ...others] = partsOf(await buildWorker(folder))
const ownersOf = ({ sources }: typeof start) => new Set([...sources.keys()].map(ownerOf))
const loadersOf = (owner: string) =>
  [start, ...others].filter((part) => ownersOf(part).has(owner)).map(({ entry }) => entry)

test('an isolate starts with what most requests need, and no more', () => {
  const foundation = [
    'src/app.ts',
    'src/index.ts',
    ...['auth', 'configuration', 'db', 'errors', 'http'].map((room) => `src/platform/${room}`),
  ]
  const own = [...start.sources.keys()].filter((source) => source.startsWith('src/'))
  expect(own.filter((source) => !foundation.includes(ownerOf(source))).toSorted()).toEqual([
    'src/platform/operation/idempotency-key.ts',
    'src/platform/outside/edge-cache.ts',
    'src/platform/outside/read-limited.ts',
    'src/platform/values/ids.ts',
    'src/platform/values/language.ts',
    'src/platform/values/limits.ts',
    'src/platform/values/pasted.ts',
    'src/platform/values/text.ts',
    'src/protocols/mcp/protected-resource.ts',
  ])
  expect(own.filter((source) => source.startsWith('src/platform/db/schema/'))).toEqual([])
})

test('nothing of the local stack is deployed', () => {
  const rooms = [start, ...others].flatMap(({ sources }) => [...sources.keys()].map((source) => source.split('/')[0]))
  expect([...new Set(rooms)].toSorted()).toEqual(['dist', 'node_modules', 'openapi.json', 'server.json', 'src'])
})

test('a large package loads only with the parts that use it', () => {
  expect(loadersOf('@modelcontextprotocol/server')).toEqual(['src/protocols/mcp/endpoint.ts'])
  expect(loadersOf('libphonenumber-js')).toEqual(['src/platform/values/e164.ts'])
  expect(loadersOf('markdown-it')).toEqual(['src/areas/storefront/markdown.ts'])
  expect(loadersOf('oauth4webapi')).toEqual(['src/pages/settings/app.ts'])
})

test('the first request of an area does not load the pages, OAuth or MCP', () => {
  const areas = others.filter(({ entry }) => /^src\/areas\/.+\/routes\.ts$/.test(entry))
  expect(areas.length).toBeGreaterThan(10)
  const transports = ['src/pages/settings', 'src/protocols/oauth', 'src/protocols/mcp']
  expect(
    areas.filter((part) => transports.some((owner) => ownersOf(part).has(owner))).map(({ entry }) => entry),
  ).toEqual([])
})
