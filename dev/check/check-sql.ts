// Checks the functions of drizzle/sql, and exits with 1 if one is called that is not there or with a wrong number of arguments, if
// nobody calls one, or if a call runs up or sideways in the list of rooms, which SQL shares with src. PostgreSQL checks none of this
// before a function runs. Run it in the root of the project.
import { readFileSync } from 'node:fs'
import { filesIn, placeRooms, wrongWay } from './place-rooms.ts'
import { sqlRooms, sqlRows } from './rooms.ts'
import { namesInTypeScript, readSqlFunctions, type SqlCall } from './sql-functions.ts'

const { functions, calls } = await readSqlFunctions('drizzle/sql')
const { roomOf } = placeRooms(sqlRows)
const known = new Set(functions.map(({ name }) => name))

const named = filesIn('src', /\.tsx?$/).flatMap((file) =>
  namesInTypeScript(readFileSync(`src/${file}`, 'utf8'), known).map((name) => ({ file, of: undefined, ...name })),
)

/** What is wrong with a call. Of functions with one name, those count that take as many arguments. */
function problemOf({ file, name, count }: SqlCall): string | undefined {
  const candidates = functions.filter((each) => each.name === name)
  if (candidates.length === 0) return 'unknown'
  const called = candidates.filter(({ min, max }) => count === undefined || (count >= min && count <= max))
  if (called.length === 0) return `with ${count} arguments`
  const from = roomOf(file)
  const ways = called.map((target) => {
    const to = roomOf(target.file)
    // What dispatches is below its callers in src, and above all that it calls.
    if (from === undefined || to === undefined || (!file.endsWith('.sql') && to.name in sqlRooms)) return undefined
    return wrongWay(from, to)
  })
  return ways.find((way) => way !== undefined)
}

const problems: string[] = []
for (const call of [...calls, ...named.filter(({ isCall }) => isCall)]) {
  const problem = problemOf(call)
  const target = functions.find(({ name }) => name === call.name)?.file ?? 'nowhere'
  if (problem !== undefined) problems.push(`${problem}: ${call.file} calls ${call.name} (${target})`)
}
// A function that only calls itself is called by nobody.
const called = new Set([...calls.filter(({ of, name }) => of !== name), ...named].map(({ name }) => name))
for (const { name, file } of functions) {
  if (!called.has(name)) problems.push(`called by nobody: ${name} (${file})`)
  if (roomOf(file) === undefined) problems.push(`no room: ${file}`)
}

console.log(`${functions.length} functions of SQL, ${calls.length} calls among them, ${named.length} from src`)
for (const problem of new Set(problems)) console.log(problem)
if (problems.length > 0) console.log('The rooms are listed in dev/check/rooms.ts. Move the function, or what it calls.')
process.exitCode = problems.length > 0 ? 1 : 0
