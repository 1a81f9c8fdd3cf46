import { expect, test } from 'vitest'
import {
  bodyOf,
  draftFor,
  fieldsOf,
  initialOf,
  keptOf,
  sentLines,
} from '../../../console/src/screens/order/form-fields.ts'

const line = (position: number, left: number) => ({
  title: `Scarf ${position}`,
  properties: { position: { const: position }, quantity: { maximum: left, default: left } },
})

const form = {
  properties: {
    items: { type: 'array', items: { oneOf: [line(1, 3), line(2, 1)] }, default: [] },
    amount: { type: 'number', default: 12.5 },
    restock: { type: 'boolean', default: true },
    reason: { type: 'string', maxLength: 1000 },
    carrier: { type: 'string', maxLength: 100 },
    tracking_url: { type: 'string', format: 'uri' },
    why: { enum: ['no_answer', 'other'] },
  },
  required: ['why'],
}

const fields = fieldsOf(form)

test('the fields of a form are drawn by their schema, and what is required comes first', () => {
  expect(fields.map(({ name, kind }) => [name, kind.is])).toEqual([
    ['why', 'choice'],
    ['items', 'items'],
    ['amount', 'amount'],
    ['restock', 'yes_no'],
    ['reason', 'long_text'],
    ['carrier', 'text'],
    ['tracking_url', 'link'],
  ])
  expect(fieldsOf({ properties: { items: { type: 'array', items: {} } }, required: [] })).toEqual([])
})

test('what is sent is what the order suggests, what was typed, and nothing empty', () => {
  const typed = initialOf(fields)
  expect(bodyOf(fields, typed, 2)).toEqual({
    items: [
      { position: 1, quantity: 3 },
      { position: 2, quantity: 1 },
    ],
    amount: 12.5,
    restock: true,
  })
  const changed = { ...typed, 'items 1': '0', amount: '١٢٫٥٠', restock: 'false', reason: ' Torn ', why: 'other' }
  expect(bodyOf(fields, changed, 2)).toEqual({
    items: [{ position: 2, quantity: 1 }],
    amount: 12.5,
    restock: false,
    reason: 'Torn',
    why: 'other',
  })
})

test('an amount that is none is sent as it was typed, so that it is refused at its field', () => {
  expect(bodyOf(fields, { amount: 'ten' }, 2)).toMatchObject({ amount: 'ten' })
  expect(bodyOf(fields, { amount: '1.234' }, 2)['amount']).not.toBe(1.23)
})

test('problems of the service count the lines that were sent', () => {
  const lines = fields.flatMap(({ kind }) => (kind.is === 'items' ? kind.lines : []))
  expect(sentLines('items', lines, { 'items 1': '0', 'items 2': '1' })).toEqual([{ position: 2, quantity: 1 }])
})

test('a draft brings back what was typed: no ticks, and amounts and quantities of the same order only', () => {
  const typed = { 'items 1': '2', 'items 9': '1', amount: '5', restock: 'false', reason: 'Torn', why: 'other' }
  expect(keptOf(fields, draftFor(4, typed), 4)).toEqual({ 'items 1': '2', amount: '5', reason: 'Torn', why: 'other' })
  expect(keptOf(fields, draftFor(4, typed), 5)).toEqual({ reason: 'Torn', why: 'other' })
  expect(keptOf(fields, {}, 5)).toEqual({})
  const replaced = fieldsOf({ properties: { carrier: { type: ['string', 'null'], default: 'DHL' } }, required: [] })
  expect(keptOf(replaced, draftFor(4, { carrier: 'Aramex' }), 4)).toEqual({ carrier: 'Aramex' })
  expect(keptOf(replaced, draftFor(4, { carrier: 'Aramex' }), 5), 'somebody else may have changed it').toEqual({})
})

test('what is emptied is removed where it may be, and left out elsewhere', () => {
  const tracking = fieldsOf({
    properties: { carrier: { type: ['string', 'null'], default: 'DHL' }, note: { type: 'string' } },
    required: [],
  })
  expect(bodyOf(tracking, { ...initialOf(tracking), carrier: ' ' }, 2)).toEqual({ carrier: null })
  expect(bodyOf(tracking, initialOf(tracking), 2)).toEqual({ carrier: 'DHL' })
})
