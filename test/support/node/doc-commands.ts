import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** Pages with commands for people to copy. */
export const pagesWithCommands = [
  'README.md',
  'CONTRIBUTING.md',
  'clients/typescript/README.md',
  ...readdirSync(`${repository}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
].filter((page) => commandsOf(page).length > 0)

/** The commands of a page, block by block. */
export function commandsOf(page: string): string[] {
  const text = readFileSync(`${repository}${page}`, 'utf8')
  return [...text.matchAll(/^```(?:sh|bash)\n([^]*?)^```/gm)].map(([, block = '']) => block)
}
