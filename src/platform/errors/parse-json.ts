import { ServiceError } from './errors.ts'

const maxDepth = 32
/** A manual collection can have this many products. */
const maxListLength = 1_000

/** Refuses text that is not JSON, and values that Postgres cannot store. */
export function parseJson(text: string): unknown {
  const value = jsonOf(text)
  if (value === undefined) throw notJson()
  check(value, 0)
  return value
}

/** Undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const notJson = () => new ServiceError('invalid_json', 'The request body must be a JSON object.')

function check(value: unknown, depth: number): void {
  if (depth > maxDepth)
    throw new ServiceError('invalid_json', `The request body may be nested at most ${maxDepth} levels deep.`)
  if (typeof value === 'string') return checkText(value)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) && value.length > maxListLength)
    throw new ServiceError(
      'invalid_json',
      `Arrays in the request body may have at most ${maxListLength} items. Send fewer.`,
    )
  for (const [key, inner] of Object.entries(value)) {
    checkText(key)
    if (key === '__proto__') throw new ServiceError('invalid_json', 'The request body may not have a field __proto__.')
    check(inner, depth + 1)
  }
}

/** NUL and unpaired surrogates are valid in JSON, but the database cannot store them. */
function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw new ServiceError('invalid_json', 'Strings may not contain NUL characters or unpaired surrogates.')
}
