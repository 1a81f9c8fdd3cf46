type Cell = string | number | undefined

/** Formats rows under their headings as a Markdown table. The first column is left-aligned, all others right-aligned. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map((cell) => cell ?? '–').map(String))]
  const widths = headings.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)))
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [lines[0] ?? [], rule, ...lines.slice(1)]
    .map(
      (line) =>
        `| ${line.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`,
    )
    .join('\n')
}

export const rate = (perSecond: number) => (perSecond < 100 ? perSecond.toFixed(1) : String(Math.round(perSecond)))

export const ms = (value: number | undefined) => (value === undefined ? undefined : value.toFixed(value < 10 ? 2 : 1))

export const mark = (reached: boolean) => (reached ? '✓' : '✗')
