import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'

const inspector = join(
  dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/inspector/package.json'))),
  'clients/launcher/build/index.js',
)

const Listed = z.object({ tools: z.array(z.object({ name: z.string() })) })

test.for(['legacy', 'modern'])('the inspector accepts every tool in the %s era', async (era) => {
  const target = [`${inject('stack').baseUrl}/api/mcp`, '--transport', 'http', '--protocol-era', era]
  const token = ['--header', `Authorization: Bearer ${inject('mcpToken')}`]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    inspector,
    '--cli',
    ...target,
    ...token,
    '--method',
    'tools/list',
    '--strict',
  ])
  expect(Listed.parse(JSON.parse(stdout)).tools).toHaveLength(39)
  expect(stderr).toBe('')
})
