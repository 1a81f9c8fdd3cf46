// A bracket that begins no link is searched for its end, sign by sign, up to the end of its paragraph. So many steps take as
// long as a mark.
const stepsPerMark = 1_000

/**
 * How much work it is to render a Markdown text, counted without parsing it. Marks are roughly the elements of the result:
 * lines, table cells (a short row is filled up to the columns of its table), items of lists, quotes, links and emphasis.
 */
export function countMarks(text: string): number {
  let marks = 0
  let columns = 0
  let brackets = 0
  let signs = 0
  const endParagraph = () => {
    marks += Math.floor((brackets * signs) / stepsPerMark)
    brackets = signs = 0
  }
  for (const line of text.split(/[\r\n]/)) {
    const isBlank = line.trim() === ''
    if (isBlank || /^ {0,3}[-+*] +\S/.test(line)) endParagraph()
    if (isBlank) {
      columns = 0
      continue
    }
    const pipes = countOf(line, /\|/g)
    if (pipes > 0 && /^[-:|>\s]*$/.test(line)) columns = Math.max(columns, pipes + 1)
    const [start = ''] = /^[-+*>\d.)\s]*/.exec(line) ?? []
    marks += 1 + Math.max(columns, pipes) + countOf(start, /[-+.)](?=\s)/g) + countOf(line, /[*_~`[\]!<>\\]/g)
    brackets += countOf(line, /\[/g)
    signs += 1 + countOf(line, /[^\p{L}\p{N}\s]/gu)
  }
  endParagraph()
  return marks
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
