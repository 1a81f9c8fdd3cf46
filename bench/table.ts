type Cell = string | number | undefined

/** Formats rows under their headings. The first column is left-aligned, all others right-aligned. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [headings, ...rows.map((row) => row.map((cell) => cell ?? '–').map(String))]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const ruled = [lines[0] ?? [], widths.map((each) => '─'.repeat(each)), ...lines.slice(1)]
  return ruled
    .map((line) =>
      line
        .map((cell, column) => {
          const room = ' '.repeat((widths[column] ?? 0) - cell.length)
          return column === 0 ? cell + room : room + cell
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const rate = (perSecond: number) => (perSecond < 100 ? perSecond.toFixed(1) : String(Math.round(perSecond)))

export const ms = (value: number | undefined) => (value === undefined ? undefined : value.toFixed(value < 10 ? 2 : 1))

export const mark = (reached: boolean) => (reached ? '✓' : '✗')
