import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

// TypeScript gives imports their new extension in .js files, but not in .d.ts files, and the package has no .ts files.
const folder = new URL('dist/', import.meta.url)
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue
  const file = new URL(name, folder)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/( from |import\()'(\.[^']+)\.ts'/g, "$1'$2.js'"))
}
