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
  const head = [
    ['a merchant says', 'calls', 'number', 'bytes sent', 'received'],
    ['-', '-', '-:', '-:', '-:'],
  ]
  return `\n${[...head, ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')}\n`
}

/** The formatter aligns the columns. */
const unaligned = (page: string) => page.replaceAll(/ +/g, ' ').replaceAll(/-+/g, '-')

const text = readFileSync(page, 'utf8')
const [before, rest = ''] = text.split(start)
const [, after] = rest.split(end)
if (before === undefined || after === undefined)
  throw new Error('docs/assistants.md has no place for the table of tasks')
const made = `${before}${start}${table()}${end}${after}`

if (!process.argv.includes('--check')) writeFileSync(page, made)
else if (unaligned(made) !== unaligned(text)) {
  console.error('The table of tasks in docs/assistants.md is out of date. Run: npm run tasks')
  process.exitCode = 1
}
