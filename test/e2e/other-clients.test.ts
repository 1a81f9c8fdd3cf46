import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../support/node/free-port.ts'
import { merchant } from './consent-driver.ts'

const { baseUrl } = inject('stack')

const beside = (manifest: string, file: string) => join(dirname(fileURLToPath(manifest)), file)
const mcpRemote = beside(import.meta.resolve('mcp-remote/package.json'), 'dist/proxy.js')
const conformance = beside(import.meta.resolve('@modelcontextprotocol/conformance/package.json'), 'dist/index.js')

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'commerce-clients-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

test('mcp-remote connects through the browser and bridges an assistant’s stdio to the store', async () => {
  const browser = await fakeBrowser(dir)
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [mcpRemote, `${baseUrl}/api/mcp`, String(await freePort())],
    env: { ...browser.env, MCP_REMOTE_CONFIG_DIR: join(dir, 'mcp-remote') },
    stderr: 'pipe',
  })
  const output: string[] = []
  transport.stderr?.on('data', (chunk) => output.push(String(chunk)))
  const client = new Client({ name: 'tests', version: '1.0.0' })
  try {
    const connected = client.connect(transport)
    const consented = browser.opened().then((url) => consent(url))
    await Promise.all([connected, consented]).catch((error: unknown) => {
      throw new Error(output.join(''), { cause: error })
    })
    expect((await consented).heading).toMatch(/^Allow MCP CLI Proxy/)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['get_store', 'create_product']))
    const { structuredContent } = await client.callTool({ name: 'get_store', arguments: {} })
    expect(structuredContent).toMatchObject({ slug: 'acme' })
  } finally {
    await client.close()
  }
})

const Checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }))

test('the official conformance runner finds no fault with the authorization server', async () => {
  const port = await freePort()
  const out = join(dir, 'results')
  const runner = spawn(
    process.execPath,
    [
      conformance,
      'authorization',
      '--url',
      baseUrl,
      '--client-id',
      await register(`http://127.0.0.1:${port}/callback`),
      '--port',
      String(port),
      '-o',
      out,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const output: string[] = []
  try {
    const exited = once(runner, 'exit')
    for await (const line of createInterface({ input: runner.stdout })) {
      output.push(line)
      // It prints this after the URL, once its callback server is listening.
      if (!line.startsWith('Callback server started')) continue
      await consent(output.findLast((line) => line.startsWith(`${baseUrl}/api/oauth/authorize?`)) ?? '')
    }
    expect(await exited, output.join('\n')).toEqual([0, null])
  } finally {
    runner.kill()
  }
  const scenarios = await readdir(out)
  const checks = await Promise.all(
    scenarios.map(async (name) => Checks.parse(JSON.parse(await readFile(join(out, name, 'checks.json'), 'utf8')))),
  )
  expect(scenarios.map((name) => name.replace(/-\d{4}-\d\d-\d\dT.*$/, '')).toSorted()).toEqual([
    'authorization-server-authorization-code-grant',
    'authorization-server-authorization-server-metadata-endpoint',
  ])
  expect(checks.flat().filter(({ status }) => status !== 'SUCCESS')).toEqual([])
  expect(checks.flat().length).toBeGreaterThanOrEqual(3)
})

/** Answers the consent page, then calls the client's redirect URI as the browser would. */
async function consent(url: string) {
  const decided = await merchant('owner@acme.test').decide(new URL(url))
  const answer = await fetch(decided.callback)
  await answer.body?.cancel()
  return decided
}

async function register(redirectUri: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Conformance',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    }),
  })
  expect(response.status).toBe(201)
  return z.object({ client_id: z.string() }).parse(await response.json()).client_id
}

/** A fake browser for programs that open one, through xdg-open or the macOS command. */
async function fakeBrowser(dir: string) {
  const bin = join(dir, 'bin')
  const file = join(dir, 'opened')
  await mkdir(bin)
  const script = `#!/bin/sh\nfor last; do :; done\nprintf '%s' "$last" > '${file}.part' && mv '${file}.part' '${file}'\n`
  for (const name of ['browser', 'open', 'xdg-open']) await writeFile(join(bin, name), script, { mode: 0o755 })
  return {
    env: { PATH: `${bin}:${process.env['PATH']}`, BROWSER: join(bin, 'browser'), XDG_CURRENT_DESKTOP: 'X-Generic' },
    async opened(): Promise<string> {
      for (let waited = 0; waited < 120_000; waited += 50) {
        const url = await readFile(file, 'utf8').catch(() => '')
        if (url !== '') return url
        await sleep(50)
      }
      throw new Error('no browser was opened')
    },
  }
}
