import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const page = fileAt('../../docs/import-columns.md')

type Made = { readonly columnsPage: (read: (file: string) => string) => string }

// Not an import that TypeScript follows: the columns are in the Worker's code, whose types are not those of Node.
const load = (file: string): Promise<Made> => import(new URL(`columns/${file}.ts`, import.meta.url).href)
const { columnsPage } = await load('page')

/** The formatter aligns tables. */
const unaligned = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-')

const made = columnsPage((file) => readFileSync(fileAt(`../../docs/samples/${file}`), 'utf8'))

if (!process.argv.includes('--check')) writeFileSync(page, made)
else if (unaligned(made) !== unaligned(readFileSync(page, 'utf8'))) {
  console.error('docs/import-columns.md is out of date. Run: npm run docs')
  process.exitCode = 1
}
