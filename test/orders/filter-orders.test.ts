import { expect, test } from 'vitest'
import { CreatedOrder, expectBody, expectProblem } from '../support/shop.ts'
import { asOwner } from '../support/sql.ts'
import { list, numbersOf, pathOf } from './listing.ts'
import { openScarfShop } from './scarf-shop.ts'

/** Six orders in different states, 1001 to 1006, one on each of the first six days of May. */
async function openWithHistory() {
  const shop = await openScarfShop()
  const basma = await shop.addCustomer({ name: 'Basma' })
  const states = [
    ['pending', 'unpaid', 'unfulfilled', 'direct', 'Amal'],
    ['confirmed', 'unpaid', 'preparing', 'whatsapp', 'Basma'],
    ['confirmed', 'partially_paid', 'shipped', 'whatsapp', 'Amal'],
    ['completed', 'paid', 'delivered', 'direct', 'Basma'],
    ['completed', 'refunded', 'returned', 'pos', 'Amal'],
    ['cancelled', 'unpaid', 'unfulfilled', 'direct', 'Amal'],
  ] as const
  for (const [index, [status, payment, fulfillment, platform, name]] of states.entries()) {
    const customer_id = name === 'Basma' ? basma.id : shop.customer.id
    const { id } = expectBody(await shop.buy({ customer_id, platform }), 201, CreatedOrder)
    await asOwner`update orders set status = ${status}, payment_status = ${payment}, fulfillment_status = ${fulfillment},
      created_at = ${`2026-05-0${index + 1}T12:00:00Z`} where store_id = ${shop.store.id} and id = ${id}`
  }
  return { ...shop, basma }
}

test('filters by status, platform, customer and time, separately and combined', async () => {
  const { owner, basma } = await openWithHistory()
  const expected: [Record<string, string>, number[]][] = [
    [{}, [1006, 1005, 1004, 1003, 1002, 1001]],
    [{ status: 'confirmed' }, [1003, 1002]],
    [{ payment_status: 'unpaid' }, [1006, 1002, 1001]],
    [{ fulfillment_status: 'delivered' }, [1004]],
    [{ fulfillment_status: 'partially_shipped' }, []],
    [{ platform: 'whatsapp' }, [1003, 1002]],
    [{ customer_id: basma.id }, [1004, 1002]],
    [{ customer_id: basma.id.toUpperCase() }, [1004, 1002]],
    [{ customer_id: crypto.randomUUID() }, []],
    [{ status: 'confirmed', payment_status: 'unpaid' }, [1002]],
    [{ status: 'confirmed', customer_id: basma.id, platform: 'direct' }, []],
    [{ status: 'completed', sort: 'created_at' }, [1004, 1005]],
    [{ sort: 'created_at', platform: 'direct' }, [1001, 1004, 1006]],
    [{ created_from: '2026-05-03T12:00:00Z' }, [1006, 1005, 1004, 1003]],
    [{ created_from: '2026-05-03T12:00:00.001Z' }, [1006, 1005, 1004]],
    [{ created_to: '2026-05-03T12:00:00Z' }, [1002, 1001]],
    [{ created_to: '2026-05-03T12:00:00.001Z' }, [1003, 1002, 1001]],
    [{ created_from: '2026-05-02', created_to: '2026-05-04' }, [1004, 1003, 1002]],
    [{ created_from: '2026-05-03', created_to: '2026-05-03' }, [1003]],
    [{ created_from: '2026-05-03T15:00:00+03:00', created_to: '2026-05-04T12:30:00+01:00' }, [1003]],
    [{ created_from: '2026-05-05', created_to: '2026-05-01' }, []],
  ]
  for (const [filter, numbers] of expected)
    for (const search of [{}, { search: 'scarf' }]) {
      const query = { ...filter, ...search }
      const found = await list(owner, query)
      expect(found.numbers, JSON.stringify(query)).toEqual(numbers)
      expect(found.meta, JSON.stringify(query)).toMatchObject({ total: numbers.length, has_more: false })
      if (numbers.length > 1) {
        const second = await list(owner, { ...query, limit: 1, page: 2 })
        expect(second.numbers, JSON.stringify(query)).toEqual(numbers.slice(1, 2))
        expect(second.meta).toMatchObject({ total: numbers.length, has_more: numbers.length > 2 })
      }
    }
})

test('rejects unknown statuses and invalid times', async () => {
  const { owner } = await openScarfShop()
  for (const query of [
    { status: 'paid' },
    { status: '' },
    { status: 'PENDING' },
    { payment_status: 'pending' },
    { fulfillment_status: 'lost' },
    { platform: 'WhatsApp' },
    { customer_id: 'amal' },
    { created_from: 'yesterday' },
    { created_from: '2026-02-30' },
    { created_to: '2026-05-01T12:00:00' },
    { created_to: '1767225600' },
    { created_from: '0000-01-01' },
    { created_to: '9999-12-31T23:59:59-23:59' },
    { created_to: '10000-01-01' },
    { created_from: '0024-03-04' },
    { sort: 'total_amount' },
    { search: 'x'.repeat(201) },
    { search: 'a\0b' },
  ]) {
    const problem = expectProblem(await owner.get(pathOf(query)), 422, 'invalid_input')
    expect(problem.errors).toMatchObject([{ pointer: `/${Object.keys(query)[0]}` }])
  }
})

test('an empty search is ignored', async () => {
  const { owner } = await openWithHistory()
  for (const search of ['', '   '])
    expect(await numbersOf(owner, { search, status: 'completed' })).toEqual([1005, 1004])
})
