import leven from 'leven'
import type { ColumnsElsewhere } from './columns-elsewhere.ts'

/** A column name as people write it: "External ID" is external_id. */
export const columnName = (written: string): string =>
  written
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

const maxNames = 3

/** Says what a column or field that does not exist may be called here; empty if nothing is near. */
export function hintFor(unknown: string, known: readonly string[], elsewhere: ColumnsElsewhere = {}): string {
  const same = Object.entries(elsewhere).flatMap(([name, { shopify = [], woocommerce = [] }]) =>
    [...shopify, ...woocommerce].some((theirs) => columnName(theirs) === unknown) ? [name] : [],
  )
  if (same.length > 0) return ` Here it is called ${listed(same)}.`
  const near = nearestTo(unknown, known)
  return near.length === 0 ? '' : ` Did you mean ${listed(near)}?`
}

function nearestTo(unknown: string, known: readonly string[]): string[] {
  if (unknown === '' || unknown.length > 100) return []
  const maxDistance = Math.max(2, Math.floor(unknown.length / 3))
  const near = known
    .map((name) => ({
      name,
      distance: isPartOf(unknown, name) ? 0 : leven(unknown, name, { maxDistance: maxDistance + 1 }),
    }))
    .filter(({ name, distance }) => distance <= maxDistance && distance < name.length)
    .toSorted((one, other) => one.distance - other.distance)
  return near
    .filter(({ distance }) => distance <= (near[0]?.distance ?? 0) + 1)
    .slice(0, maxNames)
    .map(({ name }) => name)
}

/** Whether one consists of at least half of the other's words: phone_number, phone. */
function isPartOf(one: string, other: string): boolean {
  const [few = [], many = []] = [one.split('_'), other.split('_')].toSorted((a, b) => a.length - b.length)
  return few.length * 2 >= many.length && few.every((word) => many.includes(word))
}

const listed = (names: readonly string[]) =>
  names
    .map((name) => `"${name}"`)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' or ')
