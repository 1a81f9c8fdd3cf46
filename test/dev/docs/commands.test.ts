import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandsOf, pagesWithCommands, repository } from '../../support/node/doc-commands.ts'

/** What README.md, Call the API, or the quick start sets. */
const shared = new Set(['BASE', 'TOKEN', 'AUTH'])

/** Pages about a deployment of one's own, whose names nobody else knows. */
const ofOnesOwn = ['docs/deploy.md', 'docs/quick-start.md', 'clients/typescript/README.md']

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

test.for(pagesWithCommands)('the commands of %s can be copied into bash', (page) => {
  const blocks = commandsOf(page)
  for (const block of blocks)
    expect(spawnSync('bash', ['-n'], { input: block, encoding: 'utf8' }).stderr, block).toBe('')
  if (ofOnesOwn.includes(page)) return
  const text = blocks.join('\n')
  expect(text).not.toMatch(/<[a-z][\w ]*>/)
  const known = new Set(namesIn(text, /(?:^|[\s;(])([A-Z_]+)=/gm))
  const missing = [...new Set(namesIn(text, /\$\{?([A-Z_]+)/g))].filter((name) => !known.has(name))
  expect(missing.filter((name) => !shared.has(name))).toEqual([])
  if (missing.length > 0)
    expect(readFileSync(`${repository}${page}`, 'utf8')).toMatch(/README\.md#call-the-api|quick-start\.md|`BASE=http/)
})
