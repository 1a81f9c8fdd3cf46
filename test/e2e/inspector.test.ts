import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'

const inspector = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
)

const Listed = z.object({ tools: z.array(z.object({ name: z.string() })) })

test.for(['legacy', 'modern'])('the inspector, in the %s era, has nothing to say against any tool', async (era) => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...[inspector, '--cli', `${inject('baseUrl')}/api/mcp`, '--transport', 'http', '--protocol-era', era],
    ...['--header', `Authorization: Bearer ${inject('mcpToken')}`, '--method', 'tools/list', '--strict'],
  ])
  expect(Listed.parse(JSON.parse(stdout)).tools).toHaveLength(11)
  expect(stderr).toBe('')
})
