import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const page = fileURLToPath(new URL('../../docs/assistants.md', import.meta.url))
const figures = fileURLToPath(new URL('../../test/protocols/mcp/tasks/figures.json', import.meta.url))

const Tasks = z.record(
  z.string(),
  z.object({ sentence: z.string(), tools: z.array(z.string()), sent: z.int(), received: z.int() }),
)

const start = '<!-- tasks -->\n'
const end = '<!-- end of tasks -->\n'

/** The table of tasks, as test/protocols/mcp/tasks measured them. */
function table(): string {
  const rows = Object.values(Tasks.parse(JSON.parse(readFileSync(figures, 'utf8')))).map(
    ({ sentence, tools, sent, received }) => [
      sentence.replaceAll('|', '\\|'),
      tools.map((tool) => `\`${tool}\``).join(', '),
      String(tools.length),
      sent.toLocaleString('en'),
      received.toLocaleString('en'),
    ],
  )
  const head = ['a merchant says', 'calls', 'number', 'bytes sent', 'received']
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), title.length),
  )
  const line = (cells: readonly string[], pad: (cell: string, width: number, column: number) => string) =>
    `| ${cells.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |\n`
  const aligned = (cell: string, width: number, column: number) =>
    column < 2 ? cell.padEnd(width) : cell.padStart(width)
  const rule = (_cell: string, width: number, column: number) =>
    column < 2 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`
  return `\n${line(head, aligned)}${line(head, rule)}${rows.map((row) => line(row, aligned)).join('')}\n`
}

const text = readFileSync(page, 'utf8')
const [before, rest = ''] = text.split(start)
const [, after] = rest.split(end)
if (before === undefined || after === undefined)
  throw new Error('docs/assistants.md has no place for the table of tasks')
const made = `${before}${start}${table()}${end}${after}`

if (!process.argv.includes('--check')) writeFileSync(page, made)
else if (made !== text) {
  console.error('The table of tasks in docs/assistants.md is out of date. Run: npm run tasks')
  process.exitCode = 1
}
