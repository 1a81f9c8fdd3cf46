import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'

const migrations = fileURLToPath(new URL('../../../drizzle/migrations', import.meta.url))

const Landed = z.record(z.string(), z.string())
const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Everything that would make a deployed database differ from a new one. */
function findProblems(folder: string): string[] {
  const landed = Landed.parse(readJson(join(folder, 'landed.json')))
  const { entries } = Journal.parse(readJson(join(folder, 'meta', '_journal.json')))
  const tags = entries.map(({ tag }) => tag)

  const changed = Object.entries(landed).flatMap(([tag, checksum]) => {
    const file = join(folder, `${tag}.sql`)
    if (!tags.includes(tag)) return `${tag} has landed but is missing from the journal`
    if (!existsSync(file)) return `${tag} has landed but its file is missing`
    if (createHash('sha256').update(readFileSync(file)).digest('hex') !== checksum)
      return `${tag} has landed and may not change: write a new migration`
    return []
  })
  // A database runs only the migrations that are newer than its last one.
  const lastLanded = Math.max(...entries.filter(({ tag }) => tag in landed).map(({ when }) => when))
  const skipped = entries.filter(({ tag, when }) => when <= lastLanded && !(tag in landed))
  return [...changed, ...skipped.map(({ tag }) => `${tag} is older than a landed migration but not in landed.json`)]
}

let copy: string
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'migrations-'))
  cpSync(migrations, copy, { recursive: true })
})
afterEach(() => rmSync(copy, { recursive: true }))

test('no landed migration has changed', () => {
  expect(findProblems(migrations)).toEqual([])
})

test('a changed landed migration is found', () => {
  writeFileSync(join(copy, '0001_shop.sql'), '-- one more comment\n', { flag: 'a' })
  expect(findProblems(copy)).toEqual(['0001_shop has landed and may not change: write a new migration'])
})

test('a deleted landed migration is found', () => {
  rmSync(join(copy, '0002_mcp_tokens.sql'))
  expect(findProblems(copy)).toEqual(['0002_mcp_tokens has landed but its file is missing'])
})

function editJournal(edit: (entries: { tag: string; when: number }[]) => void) {
  const path = join(copy, 'meta', '_journal.json')
  const journal = Journal.parse(readJson(path))
  edit(journal.entries)
  writeFileSync(path, JSON.stringify(journal))
}

test('a landed migration taken out of the journal is found', () => {
  editJournal((entries) => entries.splice(3, 1))
  expect(findProblems(copy)).toEqual(['0003_oauth has landed but is missing from the journal'])
})

test('a new migration that is older than a landed one is found', () => {
  editJournal((entries) => entries.push({ tag: '9999_late', when: 1_795_300_000_000 }))
  expect(findProblems(copy)).toEqual(['9999_late is older than a landed migration but not in landed.json'])
})

test('a new migration after the landed ones may still change', () => {
  editJournal((entries) => entries.push({ tag: '9999_new', when: 9_999_999_999_999 }))
  expect(findProblems(copy)).toEqual([])
})
