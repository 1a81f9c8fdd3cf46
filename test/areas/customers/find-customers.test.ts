import { describe, expect, test } from 'vitest'
import { listCustomers } from '../../../src/areas/customers/list-customers.ts'
import { service } from '../../support/service.ts'
import { expectBody, expectProblem, openShop, type Shop } from '../../support/shop.ts'

const shop = service()

async function namesIn({ owner }: Shop, question = '') {
  const list = expectBody(await owner.get(`/api/customers?${question}`), 200, listCustomers.output)
  return list.data.map(({ name }) => name)
}

async function clientele() {
  const mine = await openShop({ through: shop })
  await mine.addCustomer({
    name: 'Chloé Santos',
    email: 'chloe.s@mail.test',
    phone: '+1 (212) 555-0142',
    tags: ['Wholesale'],
  })
  await mine.addCustomer({ name: 'أحمد العنزي', phone: '+965 5123 4567', address: 'السالمية، قطعة ٤' })
  await mine.addCustomer({ name: 'Noor', phone: '6600 1122', notes: 'Prefers WhatsApp' })
  const find = (term: string) => namesIn(mine, `search=${encodeURIComponent(term)}`)
  return { ...mine, find }
}

describe('the list of customers', () => {
  test('is sorted newest first, by page and by cursor', async () => {
    const mine = await clientele()
    expect(await namesIn(mine)).toEqual(['Noor', 'أحمد العنزي', 'Chloé Santos'])
    expect(await namesIn(mine, 'limit=1&page=2')).toEqual(['أحمد العنزي'])
    const { meta } = expectBody(await mine.owner.get('/api/customers?limit=2'), 200, listCustomers.output)
    expect(meta).toMatchObject({ total: 3, total_pages: 2, has_more: true })
    expect(await namesIn(mine, `limit=2&cursor=${meta.next_cursor}`)).toEqual(['Chloé Santos'])
    expectProblem(await mine.owner.get('/api/customers?status=active'), 422, 'invalid_input')
  })
})

describe('a search for customers', () => {
  test('ignores letter case, accents and word order of names', async () => {
    const { find } = await clientele()
    for (const term of ['chloe', 'CHLOÉ', 'santos chlo', 'Chloé  Santos', 'hlo'])
      expect(await find(term), term).toEqual(['Chloé Santos'])
  })

  test('finds Arabic in any spelling', async () => {
    const { find } = await clientele()
    for (const term of ['احمد', 'إحمد', 'أَحْمَد', 'العنزى', 'أحمـــد', 'السالميه', 'قطعة 4'])
      expect(await find(term), term).toEqual(['أحمد العنزي'])
  })

  test('finds any part of a phone number, in any format', async () => {
    const { find } = await clientele()
    for (const term of ['+965 5123 4567', '0096551234567', '51234567', '5123-4567', '234 56', '٥١٢٣', '+٩٦٥٥١٢٣'])
      expect(await find(term), term).toEqual(['أحمد العنزي'])
    for (const term of ['(212) 555', '+12125550142', '0142']) expect(await find(term), term).toEqual(['Chloé Santos'])
    for (const term of ['66001122', '6600-11', '0 6600 1122']) expect(await find(term), term).toEqual(['Noor'])
  })

  test('finds parts of an e-mail address, several words, and Arabic-Indic digits', async () => {
    const { find, addCustomer } = await clientele()
    await addCustomer({ name: 'هدى', email: 'huda_99+shop@very-long.mail.test', phone: '٠٠٩٦٥ ٦٦٠٠ ٧٧٨٨' })
    for (const term of [
      'huda_99',
      '99+shop',
      'very-long',
      'huda_99+shop@very-long.mail.test',
      'هدى very',
      'shop هدي mail',
    ])
      expect(await find(term), term).toEqual(['هدى'])
    for (const term of ['٦٦٠٠٧٧٨٨', '6600-7788', '+٩٦٥ ٦٦٠٠ ٧٧٨٨', '۶۶۰۰۷۷۸۸', '965 6600 7788', '00778'])
      expect(await find(term), term).toEqual(['هدى'])
    expect(await find('mail.test')).toEqual(['هدى', 'Chloé Santos'])
    expect(await find('huda%99')).toEqual([])
  })

  test('finds e-mail addresses, notes and tags', async () => {
    const { find } = await clientele()
    for (const term of ['chloe.s@mail.test', 'CHLOE.S@', 'mail.test', 'wholesale'])
      expect(await find(term), term).toEqual(['Chloé Santos'])
    expect(await find('whatsapp')).toEqual(['Noor'])
    for (const term of ['zzz', '%', '_', '\\', "' or true --", 'chloe noor']) expect(await find(term), term).toEqual([])
  })

  test('finds current data only', async () => {
    const mine = await clientele()
    const { id } = await mine.addCustomer({ name: 'Huda', phone: '+96599887766' })
    await mine.owner.patch(`/api/customers/${id}`, { name: 'Sara', phone: '+96511223344' })
    expect([await mine.find('huda'), await mine.find('99887766')]).toEqual([[], []])
    expect([await mine.find('sara'), await mine.find('11223344')]).toEqual([['Sara'], ['Sara']])
  })
})
