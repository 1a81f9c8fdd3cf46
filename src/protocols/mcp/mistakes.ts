import { type Problem, ServiceError } from '../../platform/errors/errors.ts'
import { listedTools } from './catalog.ts'
import { byPeople, peopleOnly } from './results.ts'
import type { Tool } from '../../platform/tools/tool-of.ts'

const forPeople = new Set(['refund', 'refunds', 'complete'])

/** For a tool that does not exist: the one that is spelt most like it. */
export function unknownTool(name: string): string {
  const nearest = nearestOf(
    name,
    listedTools().map((tool) => tool.name),
  )
  const unknown =
    nearest === undefined
      ? 'Unknown tool. See tools/list.'
      : `Unknown tool "${name.slice(0, 64)}". The nearest is ${nearest}; see tools/list.`
  return `${unknown} If no tool does something, ${byPeople}`
}

/** The refusal of a mistaken call, which names the field or tool that does what was meant. */
export function withRightNames(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  error: ServiceError,
): ServiceError {
  const errors = error.errors.map((problem) => {
    const words = rightName(tool, given, problem)
    return words === undefined ? problem : { ...problem, detail: `${problem.detail} ${words}` }
  })
  const changed = errors.find((problem, index) => problem !== error.errors[index])
  if (changed === undefined) return error
  const detail = error.errors.length === 1 ? changed.detail : error.message
  return new ServiceError(error.code, detail, { errors, extra: error.extra, cause: error })
}

function rightName(tool: Tool, given: Readonly<Record<string, unknown>>, { pointer, code }: Problem) {
  const [name = '', ...inner] = pointer.slice(1).split('/')
  if (inner.length > 0) return code === 'unknown_field' ? fieldsWithin(tool, name) : undefined
  const value = given[name]
  if (code === 'unknown_field') return rightField(tool, name)
  if (code !== 'invalid_value' || typeof value !== 'string') return undefined
  if (forPeople.has(value)) return `No tool can do this: ${peopleOnly}`
  const other = siblingsOf(tool).find((one) => one.name.startsWith(`${value}_`))
  return other && `${other.name} does this.`
}

function rightField(tool: Tool, name: string): string | undefined {
  const instead = toolFor[name]?.[tool.name]
  if (instead !== undefined) return `${instead} does this.`
  const own = Object.keys(fieldsOf(tool))
  if (name === 'full' && own.includes('cursor'))
    return 'A list has pages instead: limit takes up to 50 rows, and cursor continues.'
  const nearest = nearestOf(name, own)
  if (nearest !== undefined) return `The nearest is "${nearest}".`
  // A tool that creates something would not change what was meant.
  const others = siblingsOf(tool).filter((one) => name in fieldsOf(one) && !createsOnly(one))
  if (others.length > 0) return `It is a field of ${others.map((one) => one.name).join(', ')}.`
  return own.length === 0 ? undefined : `The fields of ${tool.name} are ${own.join(', ')}.`
}

/** Fields for which there is another tool, although a field of similar name replaces more than is meant. */
const toolFor: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  note: { update_order: 'add_note' },
  variants: { update_product: 'save_variant' },
}

const createsOnly = ({ listed }: Tool): boolean => {
  const { readOnlyHint, destructiveHint } = listed().annotations
  return !readOnlyHint && !destructiveHint
}

/** The fields of an object in the arguments, as tools/list describes it. */
function fieldsWithin(tool: Tool, name: string): string | undefined {
  const said: unknown = Object(Object(fieldsOf(tool))[name]).description
  const described = typeof said === 'string' ? said : ''
  const other = listedTools().find((one) => described.endsWith(`As in ${one.name}`))
  if (other) return fieldsWithin(other, name)
  const fields = described.slice(described.indexOf('{'))
  return fields.startsWith('{') ? `${name} takes ${fields}.` : undefined
}

/** The other tools of the area that also read, or also write. */
function siblingsOf(tool: Tool): readonly Tool[] {
  const kindOf = ({ scope, listed }: Tool) => `${scope.split(':')[0]} ${listed().annotations.readOnlyHint}`
  return listedTools().filter((one) => one !== tool && kindOf(one) === kindOf(tool))
}

const fieldsOf = (tool: Tool): object => Object(tool.listed().inputSchema['properties'])

/** The candidate that shares most pairs of letters with the name, if they are most of its own. */
function nearestOf(name: string, candidates: readonly string[]): string | undefined {
  const wanted = pairsOf(name)
  const [best] = candidates
    .map((candidate) => ({ candidate, likeness: likenessOf(wanted, pairsOf(candidate)) }))
    .toSorted((a, b) => b.likeness - a.likeness)
  return best !== undefined && best.likeness >= minLikeness ? best.candidate : undefined
}

const minLikeness = 0.5

/** Words may be in another order: orders_list is list_orders. */
const pairsOf = (name: string): ReadonlySet<string> =>
  new Set(
    name
      .slice(0, 64)
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .flatMap((word) => Array.from(` ${word} `, (_letter, index) => ` ${word} `.slice(index, index + 2)))
      .filter((pair) => pair.length === 2),
  )

/** From 0 to 1: the pairs that both have, twice, of all that they have (Dice). */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length
  return (2 * shared) / (a.size + b.size)
}
