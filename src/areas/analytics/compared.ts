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
      .describe(
        'Change from the previous period as a fraction: 0.25 means 25 % more. Null if the previous figure was 0',
      ),
  }
}

/** `figuresOf` makes the figures of each of the two periods. */
export function compare<Sums, F extends Figures>(
  sums: { readonly current: Sums; readonly previous: Sums },
  figuresOf: (sums: Sums) => F,
) {
  const [current, previous] = [figuresOf(sums.current), figuresOf(sums.previous)]
  return { ...current, previous, change: changes(current, previous) }
}

function changes<F extends Figures>(current: F, previous: F) {
  const entries = Object.entries(current).map(([name, now]) => [name, relativeChange(now, previous[name] ?? null)])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of F
  return Object.fromEntries(entries) as { [K in keyof F]: number | null }
}

function relativeChange(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null
  return toSixDecimals((now - before) / Math.abs(before))
}

const toSixDecimals = (fraction: number) => Math.round(fraction * 1e6) / 1e6

/** From 0 to 1; null if `whole` is 0. */
export const rate = (part: number, whole: number): number | null => (whole === 0 ? null : toSixDecimals(part / whole))

export const Rate = z.number().nullable().describe('From 0 to 1, to six decimals; null without orders')
