const quarter = 900_000

type Clock = (at: number) => number

const clocks = new Map<string, Clock>()

/** The clock time in the zone as if it were UTC, in milliseconds since 1970. */
export function clockOf(zone: string): Clock {
  const clock = clocks.get(zone) ?? makeClock(zone)
  clocks.set(zone, clock)
  return clock
}

function makeClock(zone: string): Clock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const known = new Map<number, number>()
  // Offsets change only at multiples of 15 minutes.
  return (at) => {
    const start = Math.floor(at / quarter) * quarter
    let shown = known.get(start)
    if (shown === undefined) {
      const parts = new Map(format.formatToParts(start).map(({ type, value }) => [type, Number(value)]))
      const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? NaN
      shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
      known.set(start, shown)
    }
    return shown + at - start
  }
}

/** The first moment at which the zone's clocks show this time or a later one. */
export function firstMoment(zone: string, local: number): number {
  const clock = clockOf(zone)
  for (let at = local - 16 * 4 * quarter; ; at += quarter) if (clock(at) >= local) return at
}

const day = 86_400_000

export const dayOf = (zone: string, at: number): number => Math.floor(clockOf(zone)(at) / day) * day

export const dateText = (local: number): string => new Date(local).toISOString().slice(0, 10)

export type Interval = 'hour' | 'day' | 'week' | 'month'

const weekStarts = { sunday: 0, monday: 1, saturday: 6 } as const
export type WeekStart = keyof typeof weekStarts

/** Starts of the intervals that overlap the period, and the end of the last one. */
export function beginnings(zone: string, from: number, to: number, interval: Interval, weekStart: WeekStart): number[] {
  const all = interval === 'hour' ? hours(zone, from, to) : days(zone, from, to, interval, weekStart)
  const first = all.findLastIndex((at) => at <= from)
  const last = all.findIndex((at) => at >= to)
  return all.slice(first, last + 1)
}

function hours(zone: string, from: number, to: number) {
  const clock = clockOf(zone)
  const hour = (at: number) => Math.floor(clock(at) / (4 * quarter))
  const all: number[] = []
  for (let at = Math.floor(from / quarter) * quarter - 12 * quarter; at < to + 12 * quarter; at += quarter)
    if (clock(at) % (4 * quarter) === 0 || hour(at) !== hour(at - quarter)) all.push(at)
  return all
}

function days(zone: string, from: number, to: number, interval: Interval, weekStart: WeekStart) {
  const begins = (date: Date) =>
    interval === 'day' || (interval === 'week' ? date.getUTCDay() === weekStarts[weekStart] : date.getUTCDate() === 1)
  const all: number[] = []
  for (let local = dayOf(zone, from) - 31 * day; local <= dayOf(zone, to) + 32 * day; local += day)
    if (begins(new Date(local))) all.push(firstMoment(zone, local))
  return all
}
