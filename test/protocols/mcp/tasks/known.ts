import { expect } from 'vitest'

/** Arguments that an assistant chooses itself: how much to read, and keys for retries. */
const own = new Set(['limit', 'idempotency_key', 'dry_run', 'full'])

const time = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/

/** What an assistant can know: what it has heard, and what the list of tools says. */
export function known() {
  let heard = ''
  return {
    add: (text: string) => {
      heard += `\n${folded(text)}`
    },
    /** Every value of the arguments must have been heard, be a choice of the tool, or be a time, which is computed. */
    expectKnown(args: Record<string, unknown>, inputSchema: unknown): void {
      const listed = folded(JSON.stringify(inputSchema))
      for (const [path, value] of leavesOf(args)) {
        if (typeof value === 'boolean' || value === null) continue
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        if (time.test(text)) continue
        const words = folded(text)
          .split(/\s+/)
          .filter((word) => word !== '')
        const told = words.filter((word) => !heard.includes(word.replace(/^#|[.,;]$/g, '')) && !listed.includes(word))
        expect(told, `An assistant cannot know ${path}: ${text}`).toEqual([])
      }
    },
  }
}

/** In lower case, with the digits of either language. */
const folded = (text: string) =>
  text.toLowerCase().replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - '٠'.charCodeAt(0)))

function leavesOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) => (own.has(name) ? [] : leavesOf(inner, `${path}/${name}`)))
}
