import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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
  const operations = join(output, 'sdk.gen.ts')
  writeFileSync(operations, withFields(readFileSync(operations, 'utf8')))
  if (isCheck && contentOf(output) !== contentOf(generated)) {
    console.error('clients/typescript/src/generated is out of date. Run: npm run client')
    process.exitCode = 1
  }
} finally {
  if (isCheck) rmSync(output, { recursive: true })
}

/**
 * The generator gives every operation a type parameter for an option that our client does not have. Operations get one for
 * the fields that are asked for instead.
 */
function withFields(sdk: string): string {
  return sdk
    .replace('import type {', "import type { All, AnyFields } from '../fields.ts';\nimport type {")
    .replaceAll('ThrowOnError extends boolean = false', 'const Fields extends AnyFields = All')
    .replace('ThrowOnError extends boolean = boolean', 'Fields extends AnyFields = All')
    .replaceAll(/Options<(\w+)Data, ThrowOnError>/g, 'Options<$1Data, Fields, $1Responses>')
    .replaceAll(/(\w+)Errors, ThrowOnError>/g, '$1Errors, Fields, $1Data>')
    .replaceAll('ThrowOnError', 'Fields')
}

function contentOf(path: string): string {
  return readdirSync(path)
    .toSorted()
    .map((name) => `${name}\n${readFileSync(join(path, name), 'utf8')}`)
    .join('\n')
}
