import { expect, test } from 'vitest'
import { amountText } from '../../../console/src/parts/amount.ts'
import { timeText } from '../../../console/src/parts/time-text.ts'
import { ar } from '../../../console/src/words/ar.ts'
import { list as arabicList } from '../../../console/src/words/ar/list.ts'
import { order as arabicOrder } from '../../../console/src/words/ar/order.ts'
import { start as arabicStart } from '../../../console/src/words/ar/start.ts'
import { en } from '../../../console/src/words/en.ts'
import { list } from '../../../console/src/words/en/list.ts'
import { order } from '../../../console/src/words/en/order.ts'
import { start } from '../../../console/src/words/en/start.ts'
import { fulfillmentStatuses, holdReasons, orderStatuses, paymentKinds, paymentStatuses } from './service-values.ts'

/** Every text, by its path. */
function texts(words: object, path = ''): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(words).flatMap(([name, value]): [string, unknown][] =>
      typeof value === 'object' ? [...texts(Object(value), `${path}${name}.`)] : [[`${path}${name}`, value]],
    ),
  )
}

test('every text exists in both languages, and none is left in English', () => {
  const english = texts({ ...en, list, order, start })
  const arabic = texts({ ...ar, list: arabicList, order: arabicOrder, start: arabicStart })
  expect([...arabic.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  for (const [path, text] of arabic) {
    const shown = typeof text === 'function' ? String(text(3, 'x')) : String(text)
    // The name of the service, and the link to English.
    if (path === 'service' || path === 'language') continue
    expect(shown, path).toMatch(/[\u0600-\u06ff]/)
    expect(shown, path).not.toMatch(/#|undefined/)
  }
})

test('numbers are counted as Arabic does, in six forms', () => {
  const said = [0, 1, 2, 3, 10, 11, 99, 100, 1001].map((count) => ar.orders.count(count))
  expect(said).toEqual([
    'لا طلبات',
    'طلب واحد',
    'طلبان',
    '3 طلبات',
    '10 طلبات',
    '11 طلبًا',
    '99 طلبًا',
    '100 طلب',
    '1,001 طلب',
  ])
  expect([1, 2, 1000].map((count) => en.orders.count(count))).toEqual(['1 order', '2 orders', '1,000 orders'])
})

test('every status that the service has, has a name in both languages', () => {
  for (const words of [en, ar]) {
    expect(Object.keys(words.order_status)).toEqual(orderStatuses)
    expect(Object.keys(words.payment_status)).toEqual(paymentStatuses)
    expect(Object.keys(words.fulfillment_status)).toEqual(fulfillmentStatuses)
    expect(Object.keys(words.hold_reason)).toEqual(holdReasons)
    expect(Object.keys(words.payment_kind)).toEqual(paymentKinds)
  }
})

test.each([
  [1234.5, 2, '1,234.50'],
  [0.1, 3, '0.100'],
  [-26.89, 2, '-26.89'],
  [15_000, 0, '15,000'],
])('%d with %i decimals is %s', (amount, decimals, text) => {
  expect(amountText(amount, decimals)).toBe(text)
})

test('a time is relative within a day, then a day of the store, and in full when asked', () => {
  const now = Date.parse('2026-11-28T12:00:00Z')
  const shown = (at: string, zone = 'Asia/Kuwait') => timeText(at, now, 'en', zone)
  expect(shown('2026-11-28T11:59:40Z').text).toBe('this minute')
  expect(shown('2026-11-28T11:15:00Z').text).toBe('45 min ago')
  expect(shown('2026-11-28T06:00:00Z').text).toBe('6 hr ago')
  // Already the next day in Kuwait.
  expect(shown('2026-11-25T22:30:00Z').text).toBe('26 Nov')
  expect(shown('2026-11-25T22:30:00Z', 'America/New_York').text).toBe('25 Nov')
  expect(shown('2025-11-25T12:00:00Z').text).toBe('25 Nov 2025')
  expect(shown('2026-11-25T22:30:00Z').full).toMatch(/^Thursday,? 26 November 2026 at 01:30$/)
  expect(timeText('2026-11-25T22:30:00Z', now, 'ar', 'Asia/Kuwait').text).toBe('26 نوفمبر')
})
