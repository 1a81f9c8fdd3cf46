import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folders = ['drizzle/sql', 'bench/data/seed'].map((folder) =>
  fileURLToPath(new URL(`../../../${folder}/`, import.meta.url)),
)
const maxLines = 250

// As max-lines in .oxlintrc.json does for TypeScript.
test('no SQL file is longer than 250 lines', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sql'))
      .map((name) => `${folder}${name}`),
  )
  const sizes = files.map((file) => ({ file, lines: readFileSync(file, 'utf8').trimEnd().split('\n').length }))
  expect(sizes.length).toBeGreaterThan(80)
  expect(sizes.filter(({ lines }) => lines > maxLines)).toEqual([])
})
