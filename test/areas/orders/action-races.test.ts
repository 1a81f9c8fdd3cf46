import { expect, test } from 'vitest'
import { type Answer, database, service } from '../../support/service.ts'
import { client, CreatedOrder, expectBody, expectProblem } from '../../support/shop.ts'
import { act, ask, orderOf } from './acting.ts'
import { expectSoundBooks } from './books.ts'
import { range } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

const withStatus = (answers: readonly Answer[], status: number) => answers.filter((answer) => answer.status === status)

/** A scarf shop that counts the database round trips of its owner's requests. */
async function openCounted(on_hand = 100) {
  const shop = await openScarfShop({ on_hand })
  const tag = `races-${shop.store.id}`
  const counted = client(shop.owner.token, service(tag))
  const place = async (quantity = 1) => {
    const order = { items: [shop.line({ quantity })], total_amount: quantity * 10 }
    return (await shop.bought(order)).id
  }
  const confirmed = async (quantity = 1) => {
    const id = await place(quantity)
    await act(shop.owner, id, 'confirm')
    return id
  }
  return { ...shop, counted, place, confirmed, requests: async () => (await database(tag).seen()).requests }
}

test('20 refunds sent at once never exceed what was paid', async () => {
  const { owner, counted, confirmed, requests, store } = await openCounted()
  const id = await confirmed(2)
  await act(owner, id, 'payments', { amount: 20 })
  const answers = await Promise.all(range(1, 20).map(() => ask(counted, id, 'refunds', { amount: 3 })))
  expect(withStatus(answers, 200)).toHaveLength(6)
  for (const answer of withStatus(answers, 409)) {
    const { refundable_amount } = expectProblem(answer, 409, 'invalid_transition')
    expect(refundable_amount).toBe(2)
  }
  expect(await orderOf(owner, id)).toMatchObject({
    paid_amount: 20,
    refunded_amount: 18,
    payment_status: 'partially_refunded',
  })
  // One round trip each, rejected or not: nothing had to be retried.
  expect(await requests()).toBe(20)
  await expectSoundBooks(store.id)
})

test('20 payments sent at once are all recorded, and the last completes the delivered order', async () => {
  const { owner, counted, confirmed, requests, store } = await openCounted()
  const id = await confirmed(2)
  await act(owner, id, 'ship')
  const { version } = await act(owner, id, 'deliver')
  const answers = await Promise.all(range(1, 20).map(() => ask(counted, id, 'payments', { amount: 1 })))
  expect(withStatus(answers, 200)).toHaveLength(20)
  const paid = answers.map(({ body }) => Object(body)['paid_amount'])
  expect(paid.toSorted((one, other) => one - other)).toEqual(range(1, 20))
  expect(await orderOf(owner, id)).toMatchObject({
    paid_amount: 20,
    payment_status: 'paid',
    status: 'completed',
    version: version + 20,
  })
  expect(await requests()).toBe(20)
  await expectSoundBooks(store.id)
})

test('10 requests to pay the remaining amount at once record one payment', async () => {
  const { owner, counted, confirmed, store } = await openCounted()
  const id = await confirmed()
  const answers = await Promise.all(range(1, 10).map(() => ask(counted, id, 'payments', { method: 'cash' })))
  expect(withStatus(answers, 200)).toHaveLength(10)
  expect(await orderOf(owner, id)).toMatchObject({ paid_amount: 10, version: 3 })
  await expectSoundBooks(store.id)
})

test('if an order is cancelled and shipped at once, one succeeds and the other is rejected', async () => {
  const { counted, confirmed, store } = await openCounted()
  const won = { cancel: 0, ship: 0 }
  for (const turn of range(1, 30)) {
    const id = await confirmed()
    const both = ['cancel', 'ship'] as const
    const sent = (turn % 2 === 0 ? both : both.toReversed()).map(
      async (action) => [action, await ask(counted, id, action)] as const,
    )
    const answers = await Promise.all(sent)
    const [winner, ...others] = answers.filter(([, { status }]) => status === 200)
    expect(others).toEqual([])
    expect(winner).toBeDefined()
    for (const [action, answer] of answers) {
      if (answer.status === 200) won[action] += 1
      else expect(expectProblem(answer, 409, 'invalid_transition')['allowed_actions']).not.toContain(action)
    }
  }
  expect(won.cancel + won.ship).toBe(30)
  await expectSoundBooks(store.id)
})

test('an order shipped five times at once is shipped once', async () => {
  const { owner, counted, confirmed, requests, store } = await openCounted()
  const id = await confirmed(3)
  const answers = await Promise.all(
    range(1, 5).map((which) => ask(counted, id, 'ship', { tracking_number: `AX-${which}` })),
  )
  // The others have another tracking number.
  const [won] = withStatus(answers, 200)
  for (const lost of withStatus(answers, 409)) expectProblem(lost, 409, 'already_shipped')
  expect([withStatus(answers, 200), withStatus(answers, 409)].map(({ length }) => length)).toEqual([1, 4])
  const { shipments, version } = await orderOf(owner, id)
  expect(shipments).toHaveLength(1)
  expect(version).toBe(3)
  expect(won?.body).toMatchObject({ shipments, version })
  expect(await requests()).toBe(5)
  await expectSoundBooks(store.id)
})

test('parallel shipments and returns never exceed the four ordered units', async () => {
  const { owner, counted, confirmed, store } = await openCounted()
  const id = await confirmed(4)
  const one = { items: [{ position: 1, quantity: 1 }] }
  const sent = await Promise.all(range(1, 10).map(() => ask(counted, id, 'ship', one)))
  expect(withStatus(sent, 200)).toHaveLength(4)
  expect(withStatus(sent, 409)).toHaveLength(6)
  expect((await orderOf(owner, id)).shipments).toHaveLength(4)
  await act(owner, id, 'deliver')
  const back = await Promise.all(range(1, 10).map(() => ask(counted, id, 'return', one)))
  expect(withStatus(back, 200)).toHaveLength(4)
  expect(withStatus(back, 409)).toHaveLength(6)
  expect((await orderOf(owner, id)).items).toMatchObject([{ shipped_quantity: 4, returned_quantity: 4 }])
  await expectSoundBooks(store.id)
})

test('when an edit and a new order compete for the last units, one gets them', async () => {
  const { owner, counted, buy, place, line, scarf, store } = await openCounted(10)
  const won = { grown: 0, made: 0 }
  for (const turn of range(1, 12)) {
    const id = await place(2)
    const more = { items: [line({ quantity: 8 })], total_amount: 80 }
    const grow = () => counted.patch(`/api/orders/${id}`, more)
    const sent = turn % 2 === 0 ? [grow(), buy(more)] : [buy(more), grow()]
    const answers = await Promise.all(sent)
    const [lost] = withStatus(answers, 409)
    expect(withStatus(answers, 409)).toHaveLength(1)
    if (lost) expectProblem(lost, 409, 'insufficient_stock')
    const made = withStatus(answers, 201).map((answer) => expectBody(answer, 201, CreatedOrder).id)
    won[made.length > 0 ? 'made' : 'grown'] += 1
    for (const done of [id, ...made]) await act(owner, done, 'cancel')
    expect(await owner.get(`/api/products/${scarf.id}`)).toMatchObject({
      body: { variants: [{ reserved: 0, on_hand: 10 }] },
    })
  }
  expect(won.grown + won.made).toBe(12)
  await expectSoundBooks(store.id)
})

test('parallel bulk changes, edits and new orders never deadlock', async () => {
  const { counted, addCustomer, addProduct, store, requests } = await openCounted()
  const customers = await Promise.all(range(1, 4).map((which) => addCustomer({ name: `Buyer ${which}` })))
  const products = await Promise.all(
    range(1, 6).map((which) => addProduct({ title: `Thing ${which}`, variants: [{ on_hand: 5_000 }] })),
  )
  const items = (from: number) =>
    [0, 1, 2].map((step) => ({
      product_id: products[(from * 5 + step * 7) % 6]?.id,
      quantity: 1 + (from % 2),
      unit_price: 1,
    }))
  const order = (which: number) => ({ customer_id: customers[which % 4]?.id, total_amount: 3, items: items(which) })
  const made = await Promise.all(range(1, 40).map((which) => counted.post('/api/orders', order(which))))
  const ids = made.map((answer) => expectBody(answer, 201, CreatedOrder).id)
  const turned = (by: number) => [...ids.slice(by % 40), ...ids.slice(0, by % 40)]
  const backwards = (by: number) => turned(by).toReversed()
  const before = await requests()

  const bulk = (action: string, order_ids: string[], body = {}) =>
    counted.post('/api/orders/bulk', { action, order_ids, ...body })
  const answers = await Promise.all(
    range(1, 12).flatMap((turn) => [
      bulk(
        turn % 3 === 0 ? 'hold' : 'confirm',
        turn % 2 === 0 ? turned(turn * 3) : backwards(turn * 5),
        turn % 3 === 0 ? { reason: 'other' } : {},
      ),
      bulk(turn % 4 === 0 ? 'cancel' : 'ship', backwards(turn * 7).slice(0, 25)),
      bulk('payments', turned(turn * 11).slice(0, 10)),
      counted.patch(`/api/orders/${ids[turn]}`, { items: items(turn + 1).toReversed() }),
      counted.post('/api/orders', order(turn)),
    ]),
  )
  for (const answer of answers) expect([200, 201, 409], JSON.stringify(answer.body)).toContain(answer.status)
  expect((await requests()) - before).toBe(answers.length)
  await expectSoundBooks(store.id)
})
