import { expect, test } from 'vitest'
import { Discount } from '../../../src/areas/discounts/discount.ts'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { expectBody, expectProblem } from '../../support/shop.ts'
import { openDiscounts, path, tenPercent } from './open-discounts.ts'

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

/** Two discounts of each state, named after it. */
async function openOfEachState() {
  const shop = await openDiscounts()
  const dates = [
    ['off', { active: false }],
    ['off', { active: false, ends_at: inDays(-1) }],
    ['scheduled', { starts_at: inDays(1) }],
    ['scheduled', { starts_at: inDays(1), ends_at: inDays(2) }],
    ['running', {}],
    ['running', { starts_at: inDays(-1), ends_at: inDays(1) }],
    ['expired', { ends_at: inDays(-1) }],
    ['expired', { starts_at: inDays(-2), ends_at: inDays(-1) }],
  ] as const
  for (const [at, [state, given]] of dates.entries())
    expect(await shop.add({ ...tenPercent, code: `C${at}`, name: state, ...given })).toMatchObject({ state })
  return shop
}

test('a discount says whether it is scheduled, running, expired or off, and the list finds it by that', async () => {
  const { owner, list } = await openOfEachState()
  for (const { id, name } of (await list()).data)
    expect(expectBody(await owner.get(`${path}/${id}`), 200, Discount).state).toBe(name)
  for (const state of ['scheduled', 'running', 'expired', 'off']) {
    const { data, meta } = await list(`?state=${state}`)
    expect([meta.total, ...data.map((discount) => [discount.name, discount.state])]).toEqual([
      2,
      [state, state],
      [state, state],
    ])
  }
  expect((await list('?state=running&search=c4')).data.map(({ code }) => code)).toEqual(['C4'])
  // The switch alone, whatever the dates.
  expect((await list('?active=true')).meta.total).toBe(6)
  expect((await list('?active=true&state=running')).meta.total).toBe(2)
  expect((await list('?active=false&state=off')).meta.total).toBe(2)
  expectProblem(await owner.get(`${path}?state=active`), 422, 'invalid_input')
})

test('a state that the switch rules out is refused', async () => {
  const { owner } = await openDiscounts()
  for (const query of ['active=true&state=off', 'active=false&state=running', 'active=false&state=expired'])
    expect(expectProblem(await owner.get(`${path}?${query}`), 422, 'invalid_input').errors).toMatchObject([
      { pointer: '/state', code: 'conflicting_fields' },
    ])
})

test('the state follows each change', async () => {
  const { owner, add } = await openDiscounts()
  const { id } = await add(tenPercent)
  const change = async (changes: object) => expectBody(await owner.patch(`${path}/${id}`, changes), 200, Discount).state
  expect(await change({ ends_at: inDays(-1) })).toBe('expired')
  expect(await change({ active: false })).toBe('off')
  expect(await change({ active: true, starts_at: inDays(1), ends_at: null })).toBe('scheduled')
  expect(await change({ starts_at: null })).toBe('running')
})

test('an assistant that asks for running discounts gets neither those that ended nor those to come', async () => {
  const shop = await openOfEachState()
  const { token } = await tokenFor(shop)
  const { data } = answerOf(await post(callOf('list_discounts', { state: 'running' }), { token }))
  expect(data).toMatchObject([{ state: 'running' }, { state: 'running' }])
  expect(data).toHaveLength(2)
})
