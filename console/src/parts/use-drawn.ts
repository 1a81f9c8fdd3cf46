import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react'

type Rows<Row> = {
  readonly rows: readonly Row[]
  /** Whether it was shown before: the row or the place to return to must be there at once. */
  readonly isBack: boolean
}

/** More rows than a screen shows. */
const atOnce = 20

/**
 * The rows of a list as they are drawn: the first at once, the others as soon as these are shown. A row is drawn again only if it
 * changes, or what it is drawn `by`.
 */
export function useDrawn<Row extends object>(
  { rows, isBack }: Rows<Row>,
  draw: (row: Row) => ReactNode,
  by: readonly unknown[],
): readonly ReactNode[] {
  const [hasAll, setAll] = useState(isBack)
  useEffect(() => startTransition(() => setAll(true)), [])
  const drawn = useMemo(() => new WeakMap<Row, ReactNode>(), by)
  return (hasAll ? rows : rows.slice(0, atOnce)).map((row) => {
    const made = drawn.get(row) ?? draw(row)
    drawn.set(row, made)
    return made
  })
}
