import * as z from 'zod'

type Figures = Readonly<Record<string, number | null>>

/** Figures of a period, with those of the previous period and the change of each. */
export function compared<Shape extends Readonly<Record<string, z.ZodType<number | null>>>>(shape: Shape) {
  const figures = z.object(shape)
  return {
    ...shape,
    previous: figures.describe('Figures of the previous period'),
    change: z
      .record(z.keyof(figures), z.number().nullable())
      .describe('Change in percent of the previous period, rounded to two decimals; null if that was 0'),
  }
}

export const compare = <F extends Figures>({ current, previous }: { current: F; previous: F }) => ({
  ...current,
  previous,
  change: changes(current, previous),
})

function changes<F extends Figures>(current: F, previous: F) {
  const entries = Object.entries(current).map(([name, now]) => [name, percent(now, previous[name] ?? null)])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of F
  return Object.fromEntries(entries) as { [K in keyof F]: number | null }
}

function percent(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null
  return Math.round(((now - before) / Math.abs(before)) * 10_000) / 100
}

/** From 0 to 1; null if `whole` is 0. */
export const rate = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6

export const Rate = z.number().nullable().describe('From 0 to 1, rounded to six decimals; null if there are none')
