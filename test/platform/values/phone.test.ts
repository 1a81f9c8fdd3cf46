import { describe, expect, test } from 'vitest'
import { phoneOf } from '../../../src/platform/values/phone.ts'

describe('a phone number', () => {
  test('that says its country is one number, however it is written', async () => {
    for (const given of [
      '+96551234567',
      '  +965 5123 4567',
      '00 965 51234567',
      '(+965) 5123 4567',
      '+00965 5123 4567',
      '(00965) 5123-4567',
      '００９６５ ５１２３４５６７',
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
})
