import fc from 'fast-check'
import { openPage } from '../../src/platform/lists/page.ts'

const texts = fc.oneof(
  fc.constantFrom(
    '%00',
    '%ff',
    '%ED%A0%80',
    '%',
    '%%',
    'a%00b',
    '%F0%9F%8E%81',
    '%D9%85%D8%AD%D9%85%D8%AF',
    '%27%3B--',
    '%5C',
    '%25',
    '_',
    '#1001',
    '%231001',
    '+',
    '%2B965',
    '٠٥',
    '$1',
    '',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }).map(encodeURIComponent),
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .filter((text) => text.isWellFormed())
    .map(encodeURIComponent),
  fc.constant('x'.repeat(3000)),
)
const numbers = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom('0', '1', '2', '20', '100', '101', '-0', '1.0', '1e3', '0x10', '١', '9'.repeat(40), 'NaN'),
)
const times = fc.constantFrom(
  '2026-11-21',
  '2026-11-21T00:00:00Z',
  '2026-10-31T23:59:59.999%2B05:45',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31T23:59:59.999Z',
  '2026-11-21T00:00:00%2B23:59',
  '0000-01-01T00:00:00Z',
  '2026-02-30',
  '10000-01-01',
  '-0001-01-01',
  '0001-01-01T00:00:00%2B14:00',
  '9999-12-31T23:59:59-12:00',
)
/** Well-formed cursors for any position, which callers can forge. */
const cursors = fc
  .tuple(
    fc.constantFrom(
      '0',
      '1',
      '-1',
      '1e15',
      '8640000000000000',
      '-8640000000000000',
      '-62135596800001',
      'NaN',
      'Infinity',
      '',
      '1763712000000',
      '0x1',
    ),
    fc.uuid(),
    fc.constantFrom(openPage({ limit: 1 }).fingerprint, openPage({ limit: 1, sort: '-created_at' }).fingerprint, 'x'),
  )
  .map((parts) => btoa(parts.join('.')).replaceAll('=', ''))

const filters = fc
  .array(
    fc.oneof(
      fc.constantFrom('spent', 'orders', 'last_order', 'created', 'tag', 'blocked', '-tag', 'not tag', 'and', 'x'),
      fc.constantFrom('<', '<=', '>', '>=', '=', ':', ' ', '"', '%'),
      fc.constantFrom(
        '1',
        '0.005',
        '999999999999999',
        '999999999',
        '90d',
        '99999d',
        '2026-01-31',
        '9998-12-31',
        'vip',
        'v\0p',
        'true',
      ),
    ),
    { maxLength: 9 },
  )
  .map((pieces) => encodeURIComponent(pieces.join('')))

const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  page: numbers,
  limit: numbers,
  search: texts,
  cursor: fc.oneof(cursors, texts),
  status: fc.oneof(fc.constantFrom('pending', 'active', 'archived', 'cancelled', 'snoozed', 'open', 'closed'), texts),
  payment_status: fc.oneof(fc.constantFrom('paid', 'unpaid'), texts),
  fulfillment_status: fc.oneof(fc.constantFrom('shipped'), texts),
  platform: fc.oneof(fc.constantFrom('direct', 'whatsapp'), texts),
  customer_id: fc.oneof(fc.uuid(), texts),
  channel_id: fc.oneof(fc.uuid(), texts),
  assignee: fc.oneof(fc.constantFrom('me', 'none'), fc.uuid(), texts),
  unread: fc.oneof(fc.constantFrom('true', 'false', '1'), texts),
  tag: texts,
  external_id: texts,
  created_from: fc.oneof(times, texts),
  created_to: fc.oneof(times, texts),
  segment_id: fc.oneof(fc.uuid(), texts),
  filter: fc.oneof(filters, texts),
  from: fc.oneof(times, texts),
  to: fc.oneof(times, texts),
  interval: fc.oneof(fc.constantFrom('hour', 'day', 'week', 'month'), texts),
  week_start: fc.oneof(fc.constantFrom('saturday', 'sunday'), texts),
  by: fc.oneof(fc.constantFrom('revenue', 'units'), texts),
  sort: fc.oneof(fc.constantFrom('created_at', '-created_at', '-total'), texts),
}

// Each route accepts some of these. All lists accept page and limit, which are more likely so that enough requests succeed.
const parameter = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...Object.keys(values)) },
    { weight: 1, arbitrary: fc.constantFrom('page', 'limit') },
  )
  .chain((name) => (values[name] ?? texts).map((value) => `${name}=${value}`))

// Mostly a single parameter, so that one invalid value does not hide the others.
export const queries = fc.oneof(
  { weight: 12, arbitrary: parameter },
  { weight: 3, arbitrary: fc.tuple(parameter, parameter).map((parameters) => parameters.join('&')) },
  {
    weight: 1,
    arbitrary: fc.array(parameter, { minLength: 3, maxLength: 8 }).map((parameters) => parameters.join('&')),
  },
  { weight: 1, arbitrary: fc.tuple(texts, texts).map(([name, value]) => `${name.replaceAll('#', '')}=${value}`) },
)

/** Ids for path segments. */
export const ids = fc.oneof(
  fc.constantFrom(
    '%00',
    '%',
    '%ff',
    '..',
    '%2e%2e',
    '%2F',
    ' ',
    'number:1001',
    'number:0',
    'number:9999999999999999',
    'number:-1',
    'number:%D9%A1',
  ),
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  texts.map((text) => text.replaceAll(/[?#/]/g, '') || 'x'),
)
