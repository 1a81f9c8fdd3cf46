import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Generates the types and operations of clients/typescript from openapi.json. With --check, only compares them.
const folder = fileURLToPath(new URL('../../clients/typescript', import.meta.url))
const generated = join(folder, 'src/generated')
const generator = join(folder, 'node_modules/@hey-api/openapi-ts/bin/run.js')
const isCheck = process.argv.includes('--check')
const output = isCheck ? mkdtempSync(join(tmpdir(), 'client-')) : generated

try {
  const { status, stdout, stderr } = spawnSync(process.execPath, [generator], {
    cwd: folder,
    env: { ...process.env, CLIENT_OUTPUT: output },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stdout + stderr)
  if (isCheck && contentOf(output) !== contentOf(generated)) {
    console.error('clients/typescript/src/generated is out of date. Run: npm run client')
    process.exitCode = 1
  }
} finally {
  if (isCheck) rmSync(output, { recursive: true })
}

function contentOf(path: string): string {
  return readdirSync(path)
    .toSorted()
    .map((name) => `${name}\n${readFileSync(join(path, name), 'utf8')}`)
    .join('\n')
}
