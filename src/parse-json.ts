import { ServiceError } from './errors.ts'

const deepest = 32
const maxListLength = 500

/** Refuses a text that is no JSON, or has in it what Postgres could not keep. */
export function parseJson(text: string): unknown {
  const value = parse(text)
  check(value, 0)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

export const notJson = () => new ServiceError('invalid_json', 'The body is not JSON. Send one JSON object.')

function check(value: unknown, depth: number): void {
  if (depth > deepest) throw new ServiceError('invalid_json', `The body is nested more than ${deepest} deep.`)
  if (typeof value === 'string') return checkText(value)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) && value.length > maxListLength)
    throw new ServiceError('invalid_json', `The body has a list of more than ${maxListLength} items. Send it in parts.`)
  for (const [key, inner] of Object.entries(value)) {
    checkText(key)
    if (key === '__proto__') throw new ServiceError('invalid_json', 'The body has a field __proto__.')
    check(inner, depth + 1)
  }
}

/** NUL and half surrogate pairs: JSON can write them, text in the database cannot hold them. */
function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw new ServiceError('invalid_json', 'The body has a text with a NUL character or half a surrogate pair.')
}
