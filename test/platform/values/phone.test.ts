import { describe, expect, test } from 'vitest'
import { phoneOf } from '../../../src/platform/values/phone.ts'

describe('a phone number', () => {
  test('that says its country is one number, however it is written', async () => {
    for (const given of [
      '+96551234567',
      '  +965 5123 4567',
      '00 965 51234567',
      '+965-5123.4567',
      '٠٠٩٦٥ ٥١٢٣٤٥٦٧',
      '۰۰۹۶۵۵۱۲۳۴۵۶۷',
    ])
      expect(await phoneOf(given), given).toBe('+96551234567')
    expect(await phoneOf('+1 (212) 555-0142')).toBe('+12125550142')
    expect(await phoneOf('+44 (0)20 7946 0958')).toBe('+442079460958')
  })

  test('that does not, or is none, is left alone', async () => {
    for (const given of [
      null,
      undefined,
      '',
      ' ',
      '5123 4567',
      '051234567',
      'tel',
      '+',
      '00',
      '+965',
      '+965 1',
      `+965${'5'.repeat(40)}`,
    ])
      expect(await phoneOf(given), `${given}`).toBeNull()
  })

  test('of any length is read at once', async () => {
    for (const given of ['+'.repeat(50_000), `+965${' '.repeat(50_000)}5`, '('.repeat(50_000)])
      expect(await phoneOf(given)).toBeNull()
  })

  test('may leave its country out where that is said beside it', async () => {
    for (const given of ['5123 4567', '٥١٢٣٤٥٦٧', '+965 5123 4567', '00965 51234567'])
      expect(await phoneOf(given, 'KW'), given).toBe('+96551234567')
    expect(await phoneOf('+965 5123 4567', 'SA')).toBe('+96551234567')
    expect(await phoneOf('(212) 555-0199', 'US')).toBe('+12125550199')
    for (const country of ['XX', 'kw', '', '__proto__']) expect(await phoneOf('5123 4567', country), country).toBeNull()
    expect(await phoneOf('1', 'KW')).toBeNull()
  })
})
