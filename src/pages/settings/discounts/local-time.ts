/** The time at a place, as a datetime-local field has it: 2026-11-21T08:00, with seconds if they are not 0. */
export function localTime(instant: Date, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant)
  const part = (wanted: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value ?? ''
  const seconds = part('second') === '00' ? '' : `:${part('second')}`
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}${seconds}`
}

// Browsers without a field for times send what was typed.
const localForm = /^\d{4}-\d\d-\d\d[T ](\d\d:\d\d(:\d\d)?)$/

/**
 * The moment at which clocks at a place show this time, in RFC 3339; null for another text. When clocks skip the time in
 * spring, the moment as far after the change; when they show it twice in autumn, one of the two.
 */
export function instantOf(local: string, timezone: string): string | null {
  const [, time] = localForm.exec(local) ?? []
  const asUtc = Date.parse(`${local.slice(0, 10)}T${time}Z`)
  if (Number.isNaN(asUtc)) return null
  const offsetAt = (time: number) => Date.parse(`${localTime(new Date(time), timezone)}Z`) - time
  const guess = asUtc - offsetAt(asUtc)
  return new Date(asUtc - offsetAt(guess)).toISOString()
}
