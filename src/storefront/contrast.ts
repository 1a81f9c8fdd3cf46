type Pair = { readonly front: string; readonly back: string; readonly least: number }

/** What is read on what, and the least contrast that WCAG 2.2 asks for at level AA (1.4.3; 1.4.11 for the accent). */
export const pairs: readonly Pair[] = [
  { front: 'text', back: 'background', least: 4.5 },
  { front: 'text', back: 'surface', least: 4.5 },
  { front: 'muted_text', back: 'background', least: 4.5 },
  { front: 'on_primary', back: 'primary', least: 4.5 },
  { front: 'accent', back: 'background', least: 3 },
]

/** WCAG 2.2's contrast ratio of two colours as #rrggbb: 1 to 21, to two decimals, rounded down. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return Math.floor(((light + 0.05) / (dark + 0.05)) * 100) / 100
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
