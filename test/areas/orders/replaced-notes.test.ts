import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { expectProblem } from '../../support/shop.ts'
import { asOwner } from '../../support/sql.ts'
import { jsonl, sent, types } from '../../platform/transfer/files.ts'
import { openWithOrder } from './scarf-shop.ts'

const Newest = z.object({
  data: z.tuple([z.looseObject({ type: z.string(), data: z.record(z.string(), z.unknown()) })]),
})

async function openWithNotes() {
  const shop = await openWithOrder({ order: { notes: 'Ring twice' } })
  const newest = async (path: string) => Newest.parse((await shop.owner.get(`${path}?limit=1`)).body).data[0]
  return { ...shop, newest }
}

test('notes of an order that are replaced stay in its timeline', async () => {
  const { owner, id, newest } = await openWithNotes()
  const path = `/api/orders/${id}`
  await owner.patch(path, { notes: 'Leave at the door' })
  expect(await newest(`${path}/events`)).toMatchObject({
    type: 'order.updated',
    data: { changed: ['notes'], previous_notes: 'Ring twice' },
  })
  await owner.patch(path, { notes: null })
  expect((await newest(`${path}/events`)).data).toMatchObject({ previous_notes: 'Leave at the door' })
  await owner.patch(path, { notes: 'New' })
  expect((await newest(`${path}/events`)).data).toEqual({ changed: ['notes'] })
  await owner.patch(path, { tags: ['gift'] })
  expect((await newest(`${path}/events`)).data).toEqual({ changed: ['tags'] })
})

test('so do those of a customer, also if an import replaced them', async () => {
  const { owner, customer, newest } = await openWithNotes()
  const path = `/api/customers/${customer.id}`
  await owner.patch(path, { notes: 'Prefers mornings' })
  await owner.patch(path, { notes: 'Prefers evenings' })
  const timeline = async () => (await newest(`${path}/timeline`)).data
  expect(await timeline()).toMatchObject({ changed: ['notes'], previous_notes: 'Prefers mornings' })
  await sent(owner, 'customers', jsonl({ id: customer.id, name: 'Amal', notes: 'VIP' }), { type: types.jsonl })
  expect(await timeline()).toMatchObject({ source: 'import', previous_notes: 'Prefers evenings' })
})

test('anonymizing a customer erases them', async () => {
  const { owner, id, customer } = await openWithNotes()
  await owner.patch(`/api/orders/${id}`, { notes: 'New' })
  await owner.patch(`/api/customers/${customer.id}`, { notes: 'Old words' })
  await owner.patch(`/api/customers/${customer.id}`, { notes: null })
  expect((await owner.post(`/api/customers/${customer.id}/anonymize`, {})).status).toBe(200)
  const kept = await asOwner`select data ->> 'previous_notes' as notes from events
    where subject_id in (${id}, ${customer.id}) and data ? 'previous_notes'`
  expect(kept).toEqual([{ notes: null }, { notes: null }])
})

test('an assistant adds a note without replacing any', async () => {
  const { owner, store, id, newest } = await openWithNotes()
  const { token } = await tokenFor({ owner, store })
  const call = (args: object) => post(callOf('add_note', { order_id: '#1001', ...args }), { token })
  expect(answerOf(await call({ body: 'Called: comes on Friday' }))).toMatchObject({ id, number: 1001 })
  expect(await newest(`/api/orders/${id}/events`)).toMatchObject({
    type: 'order.noted',
    data: { body: 'Called: comes on Friday' },
  })
  expect(Object((await owner.get(`/api/orders/${id}`)).body)['notes']).toBe('Ring twice')
  expect(refusalOf(await call({})).code).toBe('invalid_input')
  const reader = await tokenFor({ owner, store }, { scopes: ['orders:read'] })
  expectProblem(await post(callOf('add_note', { order_id: id, body: 'x' }), reader), 403, 'insufficient_scope')
})
