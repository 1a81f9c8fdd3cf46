import { json } from '../../platform/transfer/cell-types.ts'

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withoutNulls = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))

/**
 * A message as its client meant it. The protocol has no member that may be null, but serializers write null for what is absent,
 * and models write arguments as JSON text. The arguments of a tool stay as they are: its own schema reads them (as-meant.ts).
 */
export function meantMessage(message: unknown): unknown {
  if (!isObject(message)) return message
  const { params, ...rest } = message
  if (params === null) return rest
  if (!isObject(params)) return message
  const { arguments: given, ...others } = withoutNulls(params)
  const read = typeof given === 'string' ? json.read(given) : given
  const meant = message['method'] === 'prompts/get' && isObject(read) ? promptArguments(read) : read
  return { ...rest, params: { ...others, ...(meant !== undefined && { arguments: meant }) } }
}

/** Arguments of prompts are text. */
const promptArguments = (given: Members): Members =>
  Object.fromEntries(
    Object.entries(withoutNulls(given)).map(([name, value]) => [
      name,
      typeof value === 'number' ? String(value) : value,
    ]),
  )
