import { readFileSync } from 'node:fs'
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'
import { filesIn } from './place-rooms.ts'

type SqlFunction = {
  readonly file: string
  readonly name: string
  /** How many arguments it takes. */
  readonly min: number
  readonly max: number
}

/** `of` is the function that calls, `count` the number of arguments: undefined in a text that becomes a query only when it runs. */
export type SqlCall = {
  readonly file: string
  readonly of: string | undefined
  readonly name: string
  readonly count?: number
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All values under a key, at any depth. */
function* valuesOf(tree: unknown, key: string): Generator<Readonly<Record<string, unknown>>> {
  if (Array.isArray(tree)) for (const each of tree) yield* valuesOf(each, key)
  else if (isObject(tree))
    for (const [name, value] of Object.entries(tree)) {
      if (name === key && isObject(value)) yield value
      yield* valuesOf(value, key)
    }
}

/** The texts in a tree, such as the parts of a qualified name. */
const textsIn = (tree: unknown): readonly string[] => [...valuesOf(tree, 'String')].map(({ sval }) => String(sval))

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)

/** The functions of `app` that a text calls. */
const namesIn = (text: string): readonly string[] => [...text.matchAll(/\bapp\.(\w+)\(/g)].map(([, name = '']) => name)

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

/**
 * The functions of `app` that TypeScript names. In a file with a name in a variable (`app.${name}`), all of its words can be one, and
 * in others with a variable `app`, this is the Hono app. `isCall`: it is certainly a function.
 */
export function namesInTypeScript(text: string, known: ReadonlySet<string>) {
  const code = text.replace(comments, '')
  if (/\bapp\.\$\{/.test(code))
    return (code.match(/\w+/g) ?? []).filter((word) => known.has(word)).map((name) => ({ name, isCall: false }))
  if (/\bapp\b\s*[:=)]/.test(code)) return []
  return [...code.matchAll(/\bapp\.(\w+)\b(\()?/g)]
    .map(([, name = '', opened]) => ({ name, isCall: opened !== undefined }))
    .filter(({ name, isCall }) => isCall || known.has(name))
}

function* callsIn(tree: unknown): Generator<Omit<SqlCall, 'file' | 'of'>> {
  for (const { funcname, args } of valuesOf(tree, 'FuncCall')) {
    const [schema, name] = textsIn(funcname)
    if (schema === 'app' && name !== undefined) yield { name, count: lengthOf(args) }
  }
  for (const { sval } of valuesOf(tree, 'sval'))
    if (typeof sval === 'string') for (const name of namesIn(sval)) yield { name }
}

// The RawParseMode of PostgreSQL: an assignment begins with its target.
const assignments = [3, 4, 5]

/** The expressions and statements of a PL/pgSQL function, parsed. */
function* parsedParts(definition: string): Generator {
  // libpg_query takes a row type for `record`, of which PostgreSQL has no array.
  const readable = definition.replace(/\bpublic\.\w+\[\]/g, 'text[]')
  for (const { query, parseMode } of valuesOf(parsePlPgSQLSync(readable), 'PLpgSQL_expr')) {
    const text = String(query)
    if (parseMode === 0) yield parseSync(text)
    else if (assignments.includes(Number(parseMode))) yield parseSync(`SELECT ${text.slice(text.indexOf(':=') + 2)}`)
    else yield parseSync(`SELECT ${text}`)
  }
}

function optionOf(options: unknown, wanted: string): string | undefined {
  for (const { defname, arg } of valuesOf(options, 'DefElem')) if (defname === wanted) return textsIn(arg)[0]
  return undefined
}

/** The functions of a folder of SQL files, and all calls of functions of `app` in it. */
export async function readSqlFunctions(folder: string) {
  await loadModule()
  const functions: SqlFunction[] = []
  const calls: SqlCall[] = []
  for (const file of filesIn(folder, /\.sql$/)) {
    const text = readFileSync(`${folder}/${file}`)
    for (const { stmt, stmt_location: start = 0, stmt_len: length = text.length } of parseSync(String(text)).stmts ??
      []) {
      const [definition] = valuesOf([stmt], 'CreateFunctionStmt')
      if (definition === undefined) {
        for (const { funcname } of valuesOf([stmt], 'CreateTrigStmt'))
          calls.push({ file, of: undefined, name: textsIn(funcname)[1] ?? '', count: 0 })
        for (const call of callsIn(stmt)) calls.push({ file, of: undefined, ...call })
        continue
      }
      const name = textsIn(definition['funcname'])[1] ?? ''
      const parameters = [...valuesOf(definition['parameters'], 'FunctionParameter')].filter(
        ({ mode }) => mode !== 'FUNC_PARAM_OUT' && mode !== 'FUNC_PARAM_TABLE',
      )
      const isVariadic = parameters.some(({ mode }) => mode === 'FUNC_PARAM_VARIADIC')
      functions.push({
        file,
        name,
        min: parameters.filter(({ defexpr, mode }) => defexpr === undefined && mode !== 'FUNC_PARAM_VARIADIC').length,
        max: isVariadic ? Infinity : parameters.length,
      })
      const body = optionOf(definition['options'], 'as') ?? ''
      const parts =
        optionOf(definition['options'], 'language') === 'plpgsql'
          ? parsedParts(String(text.subarray(start, start + length)))
          : [parseSync(body)]
      for (const part of [definition['parameters'], ...parts])
        for (const call of callsIn(part)) calls.push({ file, of: name, ...call })
    }
  }
  return { functions, calls }
}
