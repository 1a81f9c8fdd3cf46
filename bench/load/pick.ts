export function pick<T>(all: readonly T[], nth: number): T {
  const picked = all[nth % all.length]
  if (picked === undefined) throw new Error('cannot pick from an empty list')
  return picked
}

/** The items in groups of 100, or all in one if there are fewer. What is left over is in none. */
export const hundreds = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.max(1, Math.floor(items.length / 100)) }, (_, nth) =>
    items.slice(nth * 100, (nth + 1) * 100),
  )
