import { expect, test } from 'vitest'
import { answerOf, callOf, post, tokenFor } from '../../support/callers/assistant.ts'
import { inboxOf } from '../../support/inbox.ts'
import { inStore, openShop } from '../../support/shop.ts'

const titlesIn = ({ body }: { body: unknown }) => {
  const rows: unknown = Object(body).data
  return Array.isArray(rows)
    ? rows.map((row: unknown) => String(Object(row).title ?? Object(row).name ?? Object(row).contact_name))
    : []
}

test('a word is found with and without its article, in every search', async () => {
  const shop = await openShop()
  const saffron = await shop.addProduct({ title: 'زعفران فاخر', description: 'من أجود أنواع العسل', status: 'active' })
  await shop.addProduct({ title: 'عود وعنبر', status: 'active' })
  const customer = await shop.addCustomer({ name: 'مها خالدي' })
  await shop.addOrder({ customer_id: customer.id, items: [{ product_id: saffron.id, quantity: 1, unit_price: 10 }] })
  await (await inboxOf(shop).addWebhook()).receive({ body: 'هل عندكم زعفران؟' })
  const { token } = await tokenFor(shop)
  const find = async (path: string) => titlesIn(await shop.owner.get(path, inStore(shop.store)))

  for (const word of ['الزعفران', 'زعفران', 'ٱلزعفران']) {
    const q = encodeURIComponent(word)
    expect(await find(`/api/products?search=${q}`), word).toEqual(['زعفران فاخر'])
    expect(await find(`/api/products?q=${q}`), word).toEqual(['زعفران فاخر'])
    expect(await find(`/api/orders?search=${q}`), word).toHaveLength(1)
    expect(await find(`/api/inbox/conversations?search=${q}`), word).toHaveLength(1)
    for (const tool of ['list_products', 'list_orders', 'list_conversations'])
      expect(answerOf(await post(callOf(tool, { search: word }), { token })), tool).toMatchObject({ total: 1 })
  }
  expect(await find(`/api/customers?search=${encodeURIComponent('الخالدي')}`)).toEqual(['مها خالدي'])
  // A word of the description that has the article itself.
  for (const word of ['العسل', 'عسل', 'العسلل']) {
    const found = await find(`/api/products?q=${encodeURIComponent(word)}`)
    expect(found, word).toEqual(word === 'العسلل' ? [] : ['زعفران فاخر'])
  }
  // A mistake in a word with the article.
  expect(await find(`/api/products?q=${encodeURIComponent('الزعفارن')}`)).toEqual(['زعفران فاخر'])
})

test('marks, brackets and long descriptions do not hide a word, and the whole word comes first', async () => {
  const shop = await openShop()
  const find = async (q: string) =>
    titlesIn(await shop.owner.get(`/api/products?q=${encodeURIComponent(q)}`, inStore(shop.store)))
  await shop.addProduct({ title: 'الحُبّ الأول' })
  expect(await find('الحُبّ')).toEqual(['الحُبّ الأول'])
  await shop.addProduct({ title: 'زعفران' })
  for (const q of ['(الزعفران)', '«الزعفران»', '"الزعفران"']) expect(await find(q), q).toEqual(['زعفران'])
  const many = Array.from({ length: 199 }, (_, at) => `كلمة${at}`).join(' ')
  await shop.addProduct({ title: 'كتاب', description: `${many} العنبر` })
  expect(await find('العنبر')).toEqual(['كتاب'])
  expect(await find('عنبر')).toEqual(['كتاب'])
  await shop.addProduct({ title: 'خاتم الماس' })
  await shop.addProduct({ title: 'ماسك للوجه' })
  expect(await find('الماس')).toEqual(['خاتم الماس', 'ماسك للوجه'])
})

test('the two letters stay where they belong to the word', async () => {
  const shop = await openShop()
  for (const title of ['ألوان مائية', 'ديوان شعر', 'حماس', 'خاتم ألماس'])
    await shop.addProduct({ title, status: 'active' })
  const find = async (search: string) =>
    titlesIn(await shop.owner.get(`/api/products?search=${encodeURIComponent(search)}`, inStore(shop.store)))
  expect(await find('ألوان')).toEqual(['ألوان مائية'])
  expect(await find('ألماس')).toEqual(['خاتم ألماس'])
  expect(await find('ال')).toHaveLength(2)
})

test('an assistant finds a product by a misspelt name, as a shopper does, best matches first', async () => {
  const shop = await openShop()
  await shop.addProduct({ title: 'Enamel Mug' })
  await shop.addProduct({ title: 'Tea strainer', description: 'Goes with every enamel mug' })
  const { token } = await tokenFor(shop)
  const find = async (args: Record<string, unknown>) =>
    titlesIn({ body: answerOf(await post(callOf('list_products', args), { token })) })
  expect(await find({ search: 'Enamle Mug' })).toEqual(['Enamel Mug'])
  expect(await find({ search: 'enamel mug' })).toEqual(['Enamel Mug', 'Tea strainer'])
  expect(await find({ search: 'mug', sort: 'title' })).toEqual(['Enamel Mug', 'Tea strainer'])
})
