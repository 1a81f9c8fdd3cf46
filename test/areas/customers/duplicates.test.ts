import { describe, expect, test } from 'vitest'
import { listDuplicates } from '../../../src/areas/customers/list-duplicates.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'
import { asOwner, loadRows } from '../../support/sql.ts'

const shop = service()

const pairsIn = async ({ owner }: Shop, question = '') => {
  const { data, meta } = expectBody(
    await owner.get(`/api/customers/duplicates?${question}`),
    200,
    listDuplicates.output,
  )
  const pairs = data.map(({ name, duplicates }) => [
    name,
    duplicates.map(({ name, matches }) => `${name}: ${matches.join(' ')}`),
  ])
  return { pairs, meta }
}

describe('possible duplicates', () => {
  test('have the same phone number in any format', async () => {
    const number = '+965 5123 4567'
    for (const same of [
      '51234567',
      '5123-4567',
      '(5123) 4567',
      '051234567',
      '٥١٢٣٤٥٦٧',
      '۵۱۲۳ ۴۵۶۷',
      '965 5123 4567',
    ]) {
      const mine = await openShop({ through: shop })
      await mine.addCustomer({ name: 'First', phone: number })
      await mine.addCustomer({ name: 'Second', phone: same })
      expect((await pairsIn(mine)).pairs, same).toEqual([['Second', ['First: phone']]])
    }
  })

  test('do not include numbers with only the same ending', async () => {
    const mine = await openShop({ through: shop })
    for (const phone of [
      '+1 212 555 0142',
      '+1 312 555 0142',
      '+965 2555 0142',
      '55 0142',
      'extension 12345',
      '12345',
      '212 555 0143',
    ])
      await mine.addCustomer({ phone })
    expect((await pairsIn(mine)).pairs).toEqual([])
  })

  test('have the same e-mail address in any letter case', async () => {
    const mine = await openShop({ through: shop })
    await mine.addCustomer({ name: 'First', email: 'amal@mail.test' })
    await mine.addCustomer({ name: 'Second', email: 'AMAL@Mail.test', phone: '5123 4567' })
    await mine.addCustomer({ name: 'Third', email: 'amal@mail.test', phone: '+96551234567' })
    expect((await pairsIn(mine)).pairs).toEqual([
      ['Third', ['First: email', 'Second: phone email']],
      ['Second', ['First: email']],
    ])
  })

  test('are found by their further numbers and addresses too', async () => {
    const mine = await openShop({ through: shop })
    await mine.addCustomer({ name: 'First', other_phones: ['2200 1100'], other_emails: ['Amal@work.test'] })
    await mine.addCustomer({ name: 'Second', phone: '+965 2200 1100' })
    await mine.addCustomer({ name: 'Third', email: 'amal@work.test' })
    await mine.addCustomer({ name: 'Fourth', other_phones: ['22001100'] })
    expect((await pairsIn(mine)).pairs).toEqual([
      ['Fourth', ['First: phone', 'Second: phone']],
      ['Third', ['First: email']],
      ['Second', ['First: phone']],
    ])
  })

  test('are gone once they are merged or anonymized', async () => {
    const mine = await openShop({ through: shop })
    const first = await mine.addCustomer({ name: 'First', phone: '+965 5123 4567' })
    const second = await mine.addCustomer({ name: 'Second', phone: '51234567' })
    const third = await mine.addCustomer({ name: 'Third', phone: '5123 4567' })
    await mine.owner.post('/api/customers/merge', { keep_id: first.id, merge_ids: [second.id] })
    expect((await pairsIn(mine)).pairs).toEqual([['Third', ['First: phone']]])
    for (const { id } of [first, third]) await mine.owner.post(`/api/customers/${id}/anonymize`, {})
    expect((await pairsIn(mine)).pairs).toEqual([])
  })

  test('are listed page by page, newest first, with at most ten matches each', async () => {
    const mine = await openShop({ through: shop })
    for (let nth = 1; nth <= 12; nth++) await mine.addCustomer({ name: `N${nth}`, email: 'a@mail.test' })
    const first = await pairsIn(mine, 'limit=7')
    expect(first.pairs.map(([name]) => name)).toEqual(['N12', 'N11', 'N10', 'N9', 'N8', 'N7', 'N6'])
    expect(first.pairs[0]?.[1]).toEqual(Array.from({ length: 10 }, (_, n) => `N${n + 1}: email`))
    expect(first.meta).toMatchObject({ total: 11, total_is_capped: false, has_more: true })
    const second = await pairsIn(mine, `limit=7&cursor=${first.meta.next_cursor}`)
    expect(second.pairs.map(([name]) => name)).toEqual(['N5', 'N4', 'N3', 'N2'])
    expect(second.meta).toMatchObject({ total: 11, has_more: false })
    expect((await pairsIn(mine, 'limit=7&page=2')).pairs).toEqual(second.pairs)
    expectProblem(await mine.owner.get('/api/customers/duplicates?search=N1'), 422, 'invalid_input')
  })

  test('are found quickly, even if many have the same number or address', async () => {
    const mine = await openShop({ through: shop })
    await loadRows(asOwner`
      insert into customers (store_id, id, name, email, phone, other_emails, created_at)
      select ${mine.store.id}, uuidv7(), 'N' || n, 'all@mail.test', '22001100', '{every@work.test}', now() - interval '1 day' + n * interval '1 second'
        from generate_series(1, 5000) as n`)
    await loadRows(asOwner`
      insert into customer_contacts (store_id, customer_id, kind, value, key)
      select store_id, id, 'email', 'every@work.test', 'every@work.test' from customers where store_id = ${mine.store.id}`)
    const { pairs, meta } = await pairsIn(mine, 'limit=5')
    expect(pairs.map(([name]) => name)).toEqual(['N5000', 'N4999', 'N4998', 'N4997', 'N4996'])
    // It does not matter which ten.
    for (const [, alike] of pairs) expect(new Set(alike)).toHaveProperty('size', 10)
    expect(meta).toMatchObject({ has_more: true })
    const last = await pairsIn(mine, `limit=5&page=${1000 / 5}`)
    expect(last.pairs).toHaveLength(5)
  })

  test('are only compared within a store', async () => {
    const [mine, theirs] = [await openShop({ through: shop }), await openShop({ through: shop })]
    await mine.addCustomer({ phone: '5123 4567', email: 'a@mail.test' })
    await theirs.addCustomer({ phone: '5123 4567', email: 'a@mail.test' })
    await theirs.join(mine.owner.subject, 'owner')
    expect((await pairsIn(mine)).pairs).toEqual([])
  })
})
