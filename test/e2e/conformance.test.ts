import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { isLong } from './effort.ts'
import type { Listening } from '../support/node/servers/listen.ts'
import { startTokenProxy } from './token-proxy.ts'

const runner = join(
  dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'))),
  'dist/index.js',
)

const Checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }))

/** Runs the official runner and returns the checks of every scenario. */
async function conformance(url: string, ...options: string[]) {
  const out = await mkdtemp(join(tmpdir(), 'conformance-'))
  // The checks contain everything that the exit code says.
  await promisify(execFile)(process.execPath, [runner, 'server', '--url', url, '-o', out, ...options]).catch(() => {})
  const results = await Promise.all(
    (await readdir(out)).map(async (name) => {
      const checks = Checks.parse(JSON.parse(await readFile(join(out, name, 'checks.json'), 'utf8')))
      return [name.replace(/^server-(.*?)-\d{4}-\d\d-\d\dT.*$/, '$1'), checks] as const
    }),
  )
  return new Map(results)
}

const failed = (checks: z.output<typeof Checks> | undefined) => {
  expect(checks?.length).toBeGreaterThan(0)
  return checks?.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO').map(({ id }) => id)
}

let proxy: Listening
beforeAll(async () => {
  proxy = await startTokenProxy(inject('stack').baseUrl, inject('mcpToken'))
})
afterAll(() => proxy.close())

// The scenarios that need no fixtures.
const without: Record<string, Record<string, string>> = {
  'server-stateless': {
    'sep-2575-server-rejects-undeclared-capability': 'needs the fixture test_missing_capability',
    'sep-2575-missing-capability-http-400': 'needs the fixture test_missing_capability',
    'sep-2575-http-server-no-independent-requests-on-stream': 'needs the fixture test_streaming_elicitation',
    'sep-2575-server-no-log-without-loglevel': 'needs the fixture test_logging_tool',
    'sep-2575-server-sends-prompts-list-changed-on-subscription': 'prompts.listChanged is not offered',
    'sep-2575-server-sends-tools-list-changed-on-subscription': 'tools.listChanged is not offered',
  },
}

describe('the service passes the official conformance scenario', () => {
  const scenarios = ['server-initialize', 'tools-list']
  const others = [
    'http-header-validation',
    'server-stateless',
    'ping',
    'prompts-list',
    'resources-list',
    'dns-rebinding-protection',
    'sep-2164-resource-not-found',
    'caching',
  ]
  test.for(isLong ? [...scenarios, ...others] : scenarios)('%s', async (scenario) => {
    const ran = await conformance(`${proxy.url}/api/mcp`, '--scenario', scenario)
    expect(failed(ran.get(scenario))).toEqual(Object.keys(without[scenario] ?? {}))
  })

  test.runIf(isLong)('tools-list, at the alias /mcp', async () => {
    const ran = await conformance(`${proxy.url}/mcp`, '--scenario', 'tools-list')
    expect(failed(ran.get('tools-list'))).toEqual([])
  })
})

// The runner also runs scenarios that the revision does not require: extensions we do not offer, and two scenarios whose
// fixtures the runner's own reference server fails as well.
const notRequired = /^(tasks-|json-schema-2020-12$|http-custom-header-server-validation$)/

describe('the endpoint with the runner’s fixtures', () => {
  test('passes every scenario that revision 2026-07-28 requires of servers', async () => {
    const ran = await conformance(inject('fixtureUrl'), '--requirements', '2026-07-28')
    const required = [...ran].filter(([scenario]) => !notRequired.test(scenario))
    expect(required.length).toBeGreaterThanOrEqual(37)
    const unless = new Set(Object.keys(without['server-stateless'] ?? {}).filter((id) => id.includes('list-changed')))
    for (const [scenario, checks] of required)
      expect(
        failed(checks)?.filter((id) => !unless.has(id)),
        scenario,
      ).toEqual([])
  })
})
