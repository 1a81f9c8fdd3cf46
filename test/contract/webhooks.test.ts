import { expect, test } from 'vitest'
import document from '../../openapi.json' with { type: 'json' }
import { eventTypes } from '../../src/areas/events/event-catalogue.ts'
import { webhookMismatch } from '../support/contract/document.ts'

const event = {
  id: crypto.randomUUID(),
  created_at: '2026-11-22T12:38:43.102Z',
  store_id: crypto.randomUUID(),
  actor: { kind: 'system', id: null, name: null, acts_for: null },
  subject: { type: 'order', id: crypto.randomUUID() },
}

test('the contract has a webhook for each type of event', () => {
  expect(Object.keys(document.webhooks)).toEqual(eventTypes)
})

test('the contract says what each type has in its data, and that a large subject is left out', () => {
  const paid = { ...event, type: 'order.paid', data: { amount: 36, object_url: 'https://commerce.test/api/orders/1' } }
  expect(webhookMismatch(paid)).toBeNull()
  expect(webhookMismatch({ ...paid, data: { amount: 'many' } })).toContain('amount')
  expect(webhookMismatch({ ...paid, data: { amount: 36, order: { number: 1 } } })).toContain('order')
  const { subject: _subject, ...without } = paid
  expect(webhookMismatch(without)).toContain('subject')
})
