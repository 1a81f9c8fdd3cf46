// Prints the rooms of src and of the console from top to bottom, and exits with 1 if an import runs up, sideways between rooms of
// one row, out of its tree, or to what a room keeps for itself. Run it in the root of the project.
import { readFileSync } from 'node:fs'
import { posix as path } from 'node:path'
import { filesIn, placeRooms, type Room, wrongWay } from './place-rooms.ts'
import { consoleRows, reserved, rows, shared } from './rooms.ts'

type Tree = {
  readonly root: string
  readonly rows: readonly Readonly<Record<string, string>>[]
  readonly shared: typeof shared
  readonly reserved: typeof reserved
  /** What it may import besides its own files. */
  readonly outside: readonly string[]
}

const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']*)'/g

/** An import() of anything but a text in quotes could lead anywhere. */
const computed = /\bimport\(\s*(?!')/

const isArea = ({ name }: Room): boolean => name.startsWith('areas/')

/** Prints the rooms of a tree, and returns what is wrong with its imports. */
function check({ root, rows, shared, reserved, outside }: Tree): readonly string[] {
  const { names, roomOf } = placeRooms(rows)

  const isShared = (file: string, { name }: Room): boolean =>
    shared[name]?.includes(file.slice(name.length + 1)) ?? false

  /** What is wrong with an import from another room; undefined if nothing is. */
  function problemOf(from: Room, to: Room, target: string): string | undefined {
    const wrong = wrongWay(from, to)
    if (wrong !== undefined) return wrong
    if (isArea(from) && isArea(to) && !isShared(target, to)) return 'not shared'
    const isReserved = reserved.some((each) => each.files.test(target) && !each.to.includes(from.name))
    return isReserved ? 'reserved' : undefined
  }

  const files = filesIn(root, /\.tsx?$/)

  const problems: string[] = []
  const imported = new Set<string>()
  let crossings = 0
  for (const file of files) {
    const from = roomOf(file)
    if (from === undefined) problems.push(`no room: ${file}`)
    const text = readFileSync(`${root}/${file}`, 'utf8')
    if (computed.test(text)) problems.push(`unreadable: ${file} imports what no text names`)
    for (const [, specifier = ''] of text.matchAll(specifiers)) {
      const target = path.join(path.dirname(file), specifier)
      if (target.startsWith('..') && !outside.includes(target)) problems.push(`outside: ${file} imports ${target}`)
      const to = roomOf(target)
      if (from === undefined || to === undefined || from === to) continue
      crossings += 1
      if (isArea(from)) imported.add(target)
      const problem = problemOf(from, to, target)
      if (problem !== undefined) problems.push(`${problem}: ${file} imports ${target}`)
    }
  }
  for (const [room, names] of Object.entries(shared))
    for (const name of names) if (!imported.has(`${room}/${name}`)) problems.push(`shared for nobody: ${room}/${name}`)

  const sizeOf = (name: string) => files.filter((file) => roomOf(file)?.name === name).length
  for (const name of names) if (sizeOf(name) === 0) problems.push(`empty room: ${name}`)
  console.log(`${root}:`)
  for (const row of rows)
    console.log(
      Object.keys(row)
        .map((name) => `${name} (${sizeOf(name)})`)
        .join('  '),
    )
  console.log(
    `${names.length} rooms in ${rows.length} rows, ${files.length} files, ${crossings} imports between rooms\n`,
  )
  return problems
}

// What the Worker serves as it is, and what it says of itself.
const outside = ['../dist/console/page.json', '../openapi.json', '../server.json']

const problems = [
  ...check({ root: 'src', rows, shared, reserved, outside }),
  ...check({ root: 'console/src', rows: consoleRows, shared: {}, reserved: [], outside: [] }),
]
for (const problem of problems) console.log(problem)
if (problems.length > 0) console.log('The rooms are listed in dev/check/rooms.ts. Move the code, or what it imports.')
process.exitCode = problems.length > 0 ? 1 : 0
