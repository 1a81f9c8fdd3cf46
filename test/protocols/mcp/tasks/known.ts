import { expect } from 'vitest'

/** Arguments that an assistant chooses itself: how much to read, and keys for retries. */
const own = new Set(['limit', 'idempotency_key', 'dry_run', 'full'])

const time = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/

/** What an assistant can know: what it has heard, and what the list of tools says. */
export function known() {
  let heard = ''
  return {
    add: (text: string) => {
      heard += `\n${text.toLowerCase()}`
    },
    /** Every value of the arguments must have been heard, be a choice of the tool, or be a time, which is computed. */
    expectKnown(args: Record<string, unknown>, inputSchema: unknown): void {
      const listed = JSON.stringify(inputSchema).toLowerCase()
      for (const [path, value] of leavesOf(args)) {
        if (typeof value === 'boolean' || value === null) continue
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        if (time.test(text)) continue
        const words = text
          .toLowerCase()
          .split(/\s+/)
          .filter((word) => word !== '')
        const told = words.filter((word) => !heard.includes(word.replace(/[.,;]$/, '')) && !listed.includes(word))
        expect(told, `An assistant cannot know ${path}: ${text}`).toEqual([])
      }
    },
  }
}

function leavesOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) => (own.has(name) ? [] : leavesOf(inner, `${path}/${name}`)))
}
