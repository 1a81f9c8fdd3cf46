import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildWorker } from '../../dev/build.ts'
import { areaOf, partsOf } from '../../dev/parts.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-up-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [start, ...others] = partsOf(await buildWorker(folder))
const areasOf = ({ sources }: typeof start) => new Set([...sources.keys()].map(areaOf))
const loadersOf = (area: string) =>
  [start, ...others].filter((part) => areasOf(part).has(area)).map(({ entry }) => entry)

test('an isolate starts with what most requests need, and no more', () => {
  const foundation = ['src/app.ts', 'src/auth', 'src/db', 'src/errors.ts', 'src/http', 'src/idempotency-key.ts']
  const small = [
    'src/content-length.ts',
    'src/edge-cache.ts',
    'src/ids.ts',
    'src/index.ts',
    'src/mcp',
    'src/parse-json.ts',
    'src/problems.ts',
    'src/text.ts',
  ]
  const own = [...areasOf(start)].filter((area) => area.startsWith('src/'))
  expect(own.filter((area) => ![...foundation, ...small].includes(area))).toEqual([])
  expect([...start.sources.keys()].filter((source) => /src\/(mcp|db\/schema)\//.test(source))).toEqual([
    'src/mcp/protected-resource.ts',
  ])
})

test('a large package loads only with the parts that use it', () => {
  expect(loadersOf('@modelcontextprotocol/server')).toEqual(['src/mcp/endpoint.ts'])
  expect(loadersOf('libphonenumber-js')).toEqual(['src/e164.ts'])
  expect(loadersOf('markdown-it')).toEqual(['src/storefront/markdown.ts'])
  expect(loadersOf('oauth4webapi')).toEqual(['src/settings/app.ts'])
})

test('the first request of an area does not load the pages, OAuth or MCP', () => {
  const areas = others.filter(({ entry }) => /^src\/(?!settings|oauth|mcp\/)[\w-]+\/(public\/)?routes\.ts$/.test(entry))
  expect(areas.length).toBeGreaterThan(10)
  const transports = ['src/settings', 'src/oauth', 'src/mcp']
  expect(areas.filter((part) => transports.some((area) => areasOf(part).has(area))).map(({ entry }) => entry)).toEqual(
    [],
  )
})
