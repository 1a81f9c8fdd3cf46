import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoOfText } from '../../../src/platform/values/row-time.ts'

/** As PostgreSQL writes it: without trailing zeros. */
const postgresText = (time: Date) =>
  `${time
    .toISOString()
    .replace('T', ' ')
    .replace(/\.?0*Z$/, '')}+00`

test('any time of a row is sent as the time that was stored', () => {
  const times = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  fc.assert(fc.property(times, (time) => isoOfText(postgresText(time)) === time.toISOString()))
})

test.for([
  ['2026-11-22 10:54:15+00', '2026-11-22T10:54:15.000Z'],
  ['2026-11-22 10:54:15.12+00', '2026-11-22T10:54:15.120Z'],
  ['2026-11-22 10:54:15.123456+00', '2026-11-22T10:54:15.123Z'],
  ['2026-11-22 13:54:15.5+03', '2026-11-22T10:54:15.500Z'],
  ['2026-11-22 16:24:15+05:30', '2026-11-22T10:54:15.000Z'],
] as const)('%s', ([text, iso]) => {
  expect(isoOfText(text)).toBe(iso)
})
