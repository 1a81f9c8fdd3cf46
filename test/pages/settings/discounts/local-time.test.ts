import { expect, test } from 'vitest'
import { instantOf, localTime } from '../../../../src/pages/settings/discounts/local-time.ts'

test('a time that is typed is one of the store', () => {
  for (const [zone, typed, instant] of [
    ['UTC', '2026-11-21T08:00', '2026-11-21T08:00:00.000Z'],
    ['Asia/Kuwait', '2026-11-21T08:00', '2026-11-21T05:00:00.000Z'],
    ['Asia/Kuwait', '2027-01-01T00:00', '2026-12-31T21:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-21T08:00:30', '2026-11-21T02:30:30.000Z'],
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-07-04T00:00', '2026-07-04T04:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01T00:00', '2025-12-31T10:00:00.000Z'],
  ] as const) {
    expect(instantOf(typed, zone)).toBe(instant)
    expect(localTime(new Date(instant), zone)).toBe(typed)
  }
})

test('a date that is typed is a day, not a time', () => {
  expect(instantOf('2026-11-21', 'Asia/Kuwait')).toBeNull()
  expect(instantOf('2026-11-21 08:00', 'Asia/Kuwait')).toBe('2026-11-21T05:00:00.000Z')
})

test('an hour that clocks skip or repeat is close to the change', () => {
  const skipped = instantOf('2026-03-08T02:30', 'America/New_York') ?? ''
  expect(['2026-03-08T06:30:00.000Z', '2026-03-08T07:30:00.000Z']).toContain(skipped)
  const repeated = instantOf('2026-11-01T01:30', 'America/New_York') ?? ''
  expect(localTime(new Date(repeated), 'America/New_York')).toBe('2026-11-01T01:30')
})

test('any time of any zone can be read back as it was shown', () => {
  for (const zone of ['Africa/Cairo', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/London'])
    for (let day = 0; day < 366; day++) {
      const at = localTime(new Date(Date.UTC(2026, 0, 1 + day, (day * 7) % 24, 30)), zone)
      expect(localTime(new Date(instantOf(at, zone) ?? ''), zone), `${zone} ${at}`).toBe(at)
    }
})

test('other text is no time', () => {
  for (const typed of ['', 'tomorrow', '2026-13-01T00:00', '2026-11-21T25:00', '21/11/2026', '2026-11-21T08:00Z'])
    expect(instantOf(typed, 'Asia/Kuwait'), typed).toBeNull()
})
