import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerOf, callOf, tokenFor, post, refusalOf } from '../../support/callers/assistant.ts'
import { openDiscounts } from './open-discounts.ts'

const Saved = z.looseObject({ id: z.string() })

async function openAssistant() {
  const shop = await openDiscounts()
  const { token } = await tokenFor(shop)
  const call = (name: string, args: Record<string, unknown>) => post(callOf(name, args), { token })
  return { ...shop, call }
}

test('an assistant creates a discount, changes it and lists it', async () => {
  const { call } = await openAssistant()
  const created = Saved.parse(answerOf(await call('save_discount', { code: 'TEN', kind: 'percentage', value: 10 })))
  expect(created).toMatchObject({ name: 'TEN', value: 10, version: 1 })
  const changed = answerOf(await call('save_discount', { discount_id: created.id, value: 15, usage_limit: 3 }))
  expect(changed).toMatchObject({ id: created.id, code: 'TEN', value: 15, usage_limit: 3, version: 2 })
  const { data, total } = answerOf(await call('list_discounts', { search: 'ten', active: true, state: 'running' }))
  expect({ data, total }).toMatchObject({ data: [{ id: created.id, value: 15, uses: 0 }], total: 1 })
})

test('an assistant that retries with the same key creates one discount', async () => {
  const { call, list } = await openAssistant()
  const sale = { automatic: true, kind: 'free_delivery', idempotency_key: 'once' }
  const [one, two] = [answerOf(await call('save_discount', sale)), answerOf(await call('save_discount', sale))]
  expect(two).toEqual(one)
  expect((await list()).meta.total).toBe(1)
})

test('an assistant learns what a discount lacks', async () => {
  const { call } = await openAssistant()
  expect(refusalOf(await call('save_discount', { code: 'TEN', value: 10 }))).toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/kind', code: 'required' }],
  })
  expect(refusalOf(await call('save_discount', { kind: 'fixed', value: 1.005 }))).toMatchObject({
    errors: [
      { pointer: '/value', code: 'invalid_amount' },
      { pointer: '/code', code: 'required' },
    ],
  })
})

test('an assistant learns how to find the discount that has a code already', async () => {
  const { call, add } = await openAssistant()
  const { id } = await add({ code: 'TEN', kind: 'percentage', value: 10 })
  const refusal = refusalOf(await call('save_discount', { code: 'ten', kind: 'fixed', value: 5 }))
  expect(refusal).toMatchObject({
    code: 'duplicate',
    discount_id: id,
    hint: expect.stringContaining('list_discounts'),
  })
})
