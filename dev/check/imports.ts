// Prints the rooms of src from top to bottom, and exits with 1 if an import runs up, sideways between rooms of one row, or to
// what an area does not share. Run it in the root of the project.
import { readdirSync, readFileSync } from 'node:fs'
import { posix as path } from 'node:path'
import { rows, shared } from './rooms.ts'

type Room = { readonly name: string; readonly row: number }

const rooms = new Map(
  rows.flatMap((row, index) => Object.keys(row).map((name): [string, Room] => [name, { name, row: index }])),
)

function roomOf(file: string): Room | undefined {
  for (let place = file; place !== '.'; place = path.dirname(place)) {
    const room = rooms.get(place)
    if (room !== undefined) return room
  }
  return undefined
}

const isArea = ({ name }: Room): boolean => name.startsWith('areas/')

const isShared = (file: string, { name }: Room): boolean => shared[name]?.includes(file.slice(name.length + 1)) ?? false

/** What is wrong with an import; undefined if nothing is. */
function problemOf(from: Room, to: Room, target: string): string | undefined {
  if (to.row < from.row) return 'up'
  if (to.row === from.row) return 'sideways'
  return isArea(from) && isArea(to) && !isShared(target, to) ? 'not shared' : undefined
}

const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']*)'/g

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file))
  .toSorted((one, other) => one.localeCompare(other))

const problems = files.filter((file) => roomOf(file) === undefined).map((file) => `no room: ${file}`)
const imported = new Set<string>()
let crossings = 0
for (const file of files)
  for (const [, specifier = ''] of readFileSync(`src/${file}`, 'utf8').matchAll(specifiers)) {
    const target = path.join(path.dirname(file), specifier)
    const [from, to] = [roomOf(file), roomOf(target)]
    if (from === undefined || to === undefined || from === to) continue
    crossings += 1
    if (isArea(from)) imported.add(target)
    const problem = problemOf(from, to, target)
    if (problem !== undefined) problems.push(`${problem}: ${file} imports ${target}`)
  }
for (const [room, names] of Object.entries(shared))
  for (const name of names) if (!imported.has(`${room}/${name}`)) problems.push(`shared for nobody: ${room}/${name}`)

const sizeOf = (name: string) => files.filter((file) => roomOf(file)?.name === name).length
for (const name of rooms.keys()) if (sizeOf(name) === 0) problems.push(`empty room: ${name}`)
for (const row of rows)
  console.log(
    Object.keys(row)
      .map((name) => `${name} (${sizeOf(name)})`)
      .join('  '),
  )
console.log(`\n${rooms.size} rooms in ${rows.length} rows, ${files.length} files, ${crossings} imports between rooms`)
for (const problem of problems) console.log(problem)
if (problems.length > 0) console.log('The rooms are listed in dev/check/rooms.ts. Move the code, or what it imports.')
process.exitCode = problems.length > 0 ? 1 : 0
