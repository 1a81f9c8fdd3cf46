import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const maxLines = 250

const sqlIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'))

// As max-lines in .oxlintrc.json does for TypeScript.
test('no SQL file is longer than 250 lines', () => {
  const files = ['drizzle/sql', 'bench/data/seed'].flatMap((folder) => sqlIn(folder).map((name) => join(folder, name)))
  const sizes = files.map((file) => ({
    file,
    lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length,
  }))
  expect(sizes.length).toBeGreaterThan(80)
  expect(sizes.filter(({ lines }) => lines > maxLines)).toEqual([])
})
