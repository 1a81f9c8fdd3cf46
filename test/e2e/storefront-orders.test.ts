import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addToCart, expectAccessible, heading, openCart, serveShop, titles, total } from './storefront-driver.ts'

// The cart of the example shop, and ordering it.

const asShopper = serveShop()

const thanks = (page: Page) => heading(page, /^Thank you! Your order is #\d+$/)

const orderButton = (page: Page) => page.getByRole('button', { name: 'Place the order' })

// The text of a label has the options in it, and one of the countries is called United States.
const state = (page: Page) => page.getByRole('combobox', { name: 'State', exact: true })

let phones = 100

/** Somebody new each time, because a phone number can have only a few orders that the store has not confirmed. */
async function fillIn(page: Page) {
  await page.getByLabel('Name').fill('Rosa Klein')
  await page.getByLabel('Phone').fill(`+1 212 555 0${(phones += 1)}`)
  await page.getByLabel('Street and building').fill('18 Mercer St')
  await page.getByLabel('City').fill('New York')
  await state(page).selectOption('New York')
  await page.getByLabel('ZIP code').fill('10013')
}

/** The bodies of the orders that the page sends. */
function ordersFrom(page: Page) {
  const sent: { key: string | undefined; body: string | null }[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/orders')) return
    sent.push({ key: request.headers()['idempotency-key'], body: request.postData() })
  })
  return sent
}

test('a shopper browses, searches, narrows a collection down, and orders a product', () =>
  asShopper('/', 'desktop', async (page) => {
    // Every picture of the shop window has loaded.
    const broken = 'Array.from(document.images).filter((image) => !(image.naturalWidth > 1)).length'
    expect(await page.locator('section img').count()).toBeGreaterThanOrEqual(30)
    expect(await page.evaluate(broken)).toBe(0)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Coffee corner' }).click()
    await page.getByRole('heading', { level: 1, name: 'Coffee corner' }).waitFor()
    await expect
      .poll(() => titles(page).allInnerTexts())
      .toEqual([
        'Café de Olla Blend',
        'Ethiopia Yirgacheffe',
        'Pour-over Kettle',
        'Ceramic Dripper',
        'Paper Filters (100)',
        'Enamel Mug',
        'Glass Carafe',
      ])
    // The facets count what the collection has.
    const kilogram = page.getByRole('checkbox', { name: '1 kg (2)' })
    await kilogram.check()
    await page.getByRole('button', { name: 'Show products' }).click()
    await page.waitForURL('**option.Weight=1+kg')
    const found = async () => (await titles(page).allInnerTexts()).toSorted()
    await expect.poll(found).toEqual(['Café de Olla Blend', 'Ethiopia Yirgacheffe'])
    expect(await kilogram.isChecked()).toBe(true)

    await page.getByRole('link', { name: 'Acme Goods' }).click()
    await titles(page).filter({ hasText: 'Linen Shirt' }).waitFor()
    await page.getByLabel('Search').fill('mug')
    await page.getByLabel('Search').press('Enter')
    await page.waitForURL('**q=mug**')
    await expect.poll(() => titles(page).allInnerTexts()).toEqual(['Enamel Mug'])
    // Not the order of the page on which the search began.
    expect(await page.getByLabel('Sort').locator('option:checked').innerText()).toBe('Best match')

    await page.getByRole('link', { name: 'Enamel Mug' }).click()
    // Its former price is crossed out, as on its card.
    await expect.poll(() => page.locator('.price s').innerText()).toContain('$18.13')
    await page.getByLabel('Colour').selectOption('Olive')
    await page.getByLabel('Quantity').fill('2')
    await expectAccessible(page)
    await addToCart(page)
    await openCart(page)
    await page.getByRole('radio', { name: 'Standard: $4.99' }).waitFor()
    await expect.poll(() => total(page)).toBe('$35.35')
    await page.getByRole('radio', { name: 'Express' }).check()
    await expect.poll(() => total(page)).toBe('$44.72')
    await expectAccessible(page)
    await fillIn(page)
    await expect.poll(() => total(page)).toBe('$44.72')
    await orderButton(page).click()
    await thanks(page)
    expect(await total(page)).toBe('$44.72')
    await expectAccessible(page)
    // The address of the page is the shopper's link to the order.
    await page.reload()
    await page.getByText('We have received it.').waitFor()
    // The cart is empty, and the next order is offered where this one went.
    await page.getByRole('link', { name: 'Cart (0)' }).click()
    await page.getByText('Your cart is empty.').waitFor()
    await page.getByRole('link', { name: 'See all products' }).click()
    await page.getByRole('link', { name: 'Glass Carafe' }).click()
    await addToCart(page)
    await openCart(page)
    expect(await page.getByLabel('City').inputValue()).toBe('New York')
    expect(await state(page).inputValue()).toBe('New York')
    expect(await page.getByLabel('ZIP code').inputValue()).toBe('10013')
  }))

test('two products are ordered at once, after a change of mind', () =>
  asShopper('/?product=enamel-mug', 'phone', async (page) => {
    const sent = ordersFrom(page)
    await page.getByLabel('Colour').selectOption('Olive')
    await addToCart(page)
    // Once more is one line with two.
    await addToCart(page)
    await page.goto('/?product=glass-carafe')
    await page.getByLabel('Quantity').fill('3')
    await addToCart(page)
    await page.getByRole('link', { name: 'Cart (5)' }).waitFor()
    await page.goto('/?product=trail-socks')
    await addToCart(page)
    await openCart(page)
    const lines = page.locator('.lines li')
    expect(await lines.getByRole('heading').allInnerTexts()).toEqual(['Enamel Mug', 'Glass Carafe', 'Trail Socks'])
    expect(await lines.first().innerText()).toContain('Olive')
    await page.getByRole('button', { name: 'Remove Trail Socks' }).click()
    await expect.poll(() => lines.count()).toBe(2)
    await lines.last().getByLabel('Quantity').fill('1')
    await lines.last().getByLabel('Quantity').press('Tab')
    // Two mugs, a carafe, delivery and 4 % tax.
    await expect.poll(() => total(page)).toBe('$69.98')
    await page.getByRole('link', { name: 'Cart (3)' }).waitFor()
    await expectAccessible(page)
    await fillIn(page)
    await expect.poll(() => total(page)).toBe('$69.98')
    await orderButton(page).dblclick()
    await thanks(page)
    expect(await total(page)).toBe('$69.98')
    expect(await page.locator('main li').count()).toBe(2)
    expect(sent).toHaveLength(1)
  }))

test('an order whose answer got lost is placed once, even if the shopper corrects the phone number', () =>
  asShopper(
    '/?product=glass-carafe',
    'desktop',
    async (page) => {
      const sent = ordersFrom(page)
      await addToCart(page)
      await openCart(page)
      await fillIn(page)
      await expect.poll(() => total(page)).toBe('$39.82')
      const lost: string[] = []
      await page.route(
        '**/orders',
        async (route) => {
          lost.push(await (await route.fetch()).text())
          await route.abort()
        },
        { times: 2 },
      )
      const unanswered = page.getByText('We do not know whether the store has received your last order.')
      await orderButton(page).click()
      await page.getByRole('alert').filter({ hasText: 'We cannot reach the shop.' }).waitFor()
      await unanswered.waitFor()
      await page.getByRole('link', { name: 'Cart (1)' }).waitFor()
      await expectAccessible(page)
      await page.getByLabel('Phone').fill(`+1 212 555 0${(phones += 1)}`)
      await orderButton(page).click()
      await expect.poll(() => lost.length).toBe(2)
      await page.reload()
      await unanswered.waitFor()
      await orderButton(page).click()
      await thanks(page)
      for (const answer of lost) expect(answer).toContain(new URL(page.url()).searchParams.get('order'))
      const [first, ...others] = sent
      expect(others).toEqual([first, first])
      await page.getByRole('link', { name: 'Cart (0)' }).click()
      await page.getByText('Your cart is empty.').waitFor()
      expect(await unanswered.count()).toBe(0)
    },
    ['net::ERR_FAILED', 'net::ERR_FAILED'],
  ))

test('what another tab puts into the cart while an order is on its way stays there', () =>
  asShopper('/?product=glass-carafe', 'desktop', async (page) => {
    const sent = ordersFrom(page)
    await addToCart(page)
    await openCart(page)
    await fillIn(page)
    await expect.poll(() => total(page)).toBe('$39.82')
    const otherTab = Promise.withResolvers<void>()
    await page.route('**/orders', async (route) => {
      await otherTab.promise
      await route.continue()
    })
    await orderButton(page).click()
    await expect.poll(() => sent.length).toBe(1)
    const other = await page.context().newPage()
    await other.goto('/?product=trail-socks')
    await addToCart(other)
    await page.locator('.lines li', { hasText: 'Trail Socks' }).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Rosa Klein')
    otherTab.resolve()
    await thanks(page)
    expect(await page.locator('main li').count()).toBe(1)
    await page.getByRole('link', { name: 'Cart (1)' }).click()
    await expect.poll(() => page.locator('.lines h2').allInnerTexts()).toEqual(['Trail Socks'])
    expect(sent).toHaveLength(1)
  }))

test('a quantity that cannot be ordered gives way to the one that is', () =>
  asShopper('/?product=glass-carafe', 'phone', async (page) => {
    await addToCart(page)
    await openCart(page)
    const line = page.locator('.lines li')
    for (const wrong of ['0', '250', '']) {
      await line.getByLabel('Quantity').fill(wrong)
      await line.getByLabel('Quantity').press('Tab')
      await expect.poll(() => line.getByLabel('Quantity').inputValue()).toBe('1')
      await line.getByRole('alert').filter({ hasText: /./ }).waitFor()
    }
    await line.getByLabel('Quantity').fill('2')
    await line.getByLabel('Quantity').press('Tab')
    await page.getByRole('link', { name: 'Cart (2)' }).waitFor()
    await expect.poll(() => line.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
  }))

test('a press before the form is complete sends nothing to the address of the page', () =>
  asShopper('/?product=glass-carafe', 'phone', async (page) => {
    await addToCart(page)
    const fields = Promise.withResolvers<void>()
    await page.route('**/address-formats/*', async (route) => {
      await fields.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'View cart' }).click()
    await page.getByLabel('Name').fill('Rosa Klein')
    await orderButton(page).click()
    expect(new URL(page.url()).searchParams.has('name')).toBe(false)
    fields.resolve()
    await state(page).waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Rosa Klein')
    await expect.poll(() => total(page)).toBe('$39.82')
  }))

test('a cart that costs nothing has a total', () =>
  asShopper('/?product=glass-carafe', 'phone', async (page) => {
    await page.route('**/quote', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...Object(await response.json()), total_amount: 0 } })
    })
    await addToCart(page)
    await openCart(page)
    expect(await page.locator('dt:text-is("Total") + dd').innerText()).toBe('$0.00')
  }))

test('a line that is refused says why, and the rest can be ordered', () =>
  asShopper(
    '/?product=glass-carafe',
    'phone',
    async (page) => {
      await addToCart(page)
      // A product that has been removed from the shop since.
      await page.evaluate(`
        const cart = JSON.parse(localStorage.getItem('acme cart'))
        const gone = { slug: 'gone-lamp', title: 'Gone Lamp', variant_id: crypto.randomUUID(), quantity: 1 }
        localStorage.setItem('acme cart', JSON.stringify({ ...cart, lines: [gone, ...cart.lines] }))`)
      await page.getByRole('link', { name: 'View cart' }).click()
      const gone = page.locator('.lines li', { hasText: 'Gone Lamp' })
      await gone.getByText('No longer for sale. Remove it to order the rest.').waitFor()
      await page.getByText('Some items cannot be ordered.').waitFor()
      expect(await page.locator('dd').count()).toBe(0)
      await expectAccessible(page)
      await gone.getByRole('button', { name: 'Remove' }).click()
      await expect.poll(() => total(page)).toBe('$39.82')
      expect((await page.getByRole('alert').allInnerTexts()).join('')).toBe('')

      // A variant that the merchant has deleted since.
      const lines = page.locator('.lines li')
      await page.evaluate(`
        const [line] = JSON.parse(localStorage.getItem('acme cart')).lines
        localStorage.setItem('acme cart', JSON.stringify({ lines: [line, { ...line, variant_id: crypto.randomUUID() }] }))`)
      await page.reload()
      await lines.last().getByText('This choice is no longer for sale.').waitFor()
      await lines.last().getByRole('button', { name: 'Remove' }).click()
      await expect.poll(() => total(page)).toBe('$39.82')

      const carafe = page.locator('.lines li', { hasText: 'Glass Carafe' })
      await carafe.getByLabel('Quantity').fill('11')
      await carafe.getByLabel('Quantity').press('Tab')
      await carafe.getByRole('alert').filter({ hasText: 'at most 10' }).waitFor()
      await expectAccessible(page)
      await carafe.getByLabel('Quantity').fill('1')
      await carafe.getByLabel('Quantity').press('Tab')
      await expect.poll(() => total(page)).toBe('$39.82')

      // The price rises while the shopper types.
      await fillIn(page)
      await page.route(
        '**/orders',
        (route) => route.continue({ postData: { ...Object(route.request().postDataJSON()), expected_total: 35 } }),
        { times: 1 },
      )
      await orderButton(page).click()
      const alert = page.getByRole('alert').filter({ hasText: 'The total is now $39.82.' })
      await alert.waitFor()
      await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert')
      expect(await total(page)).toBe('$39.82')
      await page.getByRole('link', { name: 'Cart (1)' }).waitFor()
      await orderButton(page).click()
      await thanks(page)
    },
    [404, 422, 422, 422, 422],
  ))

test('a shopper is told what an address lacks, and completes it', () =>
  asShopper(
    '/?product=linen-shirt',
    'phone',
    async (page) => {
      await addToCart(page)
      await openCart(page)
      await fillIn(page)
      await state(page).selectOption('')
      await page.getByLabel('ZIP code').fill('')
      await orderButton(page).click()
      const alert = page.getByRole('alert').filter({ hasText: 'State is required' })
      await alert.filter({ hasText: 'ZIP code is required' }).waitFor()
      // The shopper continues where something is missing.
      expect(await page.locator('[aria-invalid]').count()).toBe(2)
      await expect.poll(() => page.evaluate('document.activeElement.matches("[aria-invalid]")')).toBe(true)
      await expectAccessible(page)
      await state(page).selectOption('New York')
      await page.getByLabel('ZIP code').fill('10013')
      await orderButton(page).click()
      await thanks(page)
    },
    [422],
  ))

test('an address has the parts that its country has', () =>
  asShopper('/?product=glass-carafe', 'phone', async (page) => {
    await addToCart(page)
    await openCart(page)
    const parts = () => page.locator('#address label > span').allInnerTexts()
    await expect
      .poll(parts)
      .toEqual(['Street and building', 'Floor and apartment (optional)', 'City', 'State', 'ZIP code'])
    expect(await page.getByLabel('ZIP code').getAttribute('required')).not.toBeNull()
    expect(await page.getByLabel('Floor and apartment').getAttribute('required')).toBeNull()
    await page.getByLabel('Street and building').fill('221b Baker Street')
    await page.getByLabel('Country').selectOption('United Kingdom')
    await expect.poll(parts).toEqual(['Street and building', 'Floor and apartment (optional)', 'Town', 'Postal code'])
    expect(await page.getByLabel('Street and building').inputValue()).toBe('221b Baker Street')
  }))

test('a shopper sees what a code takes off, or why it does not apply', () =>
  asShopper('/?product=linen-shirt', 'desktop', async (page) => {
    await addToCart(page)
    await openCart(page)
    const alert = page.locator('form').getByRole('alert')
    const enter = async (code: string) => {
      await page.getByLabel('Discount code').fill(code)
      await page.getByLabel('Discount code').press('Tab')
    }
    await enter('NO-SUCH-CODE')
    await alert.filter({ hasText: 'There is no discount with this code' }).waitFor()
    await enter('WELCOME10')
    await page.locator('dt', { hasText: 'Discount' }).waitFor()
    expect(await page.locator('dt:text-is("Discount") + dd').innerText()).toMatch(/^-\$/)
    expect(await alert.count()).toBe(0)
  }))

test('the shop is in the language of its merchant, also on a phone', () =>
  asShopper(
    '/?store=globex',
    'phone',
    async (page) => {
      expect(await page.evaluate('document.documentElement.dir')).toBe('rtl')
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Oud Candle' }).click()
      await page.getByRole('button', { name: 'أضف إلى السلة' }).click()
      await page.getByRole('link', { name: 'عرض السلة' }).click()
      await page.getByText('الإجمالي').waitFor()
      await page.getByLabel('الاسم').fill('هدى الكندري')
      await page.getByLabel('الهاتف').fill(`5000 0${(phones += 1)}`)
      await page.getByLabel('القطعة والشارع والمبنى').fill('قطعة ٤، شارع ٧، منزل ٣')
      const area = page.getByLabel('الحي أو المنطقة السكنية')
      const offered = () => page.locator('#towns option').count()
      const all = await offered()
      const governorate = page.getByLabel('المحافظة')
      const enter = async (name: string) => {
        await area.fill(name)
        await area.press('Tab')
        return governorate.inputValue()
      }
      // Where the shopper lives decides on the delivery. An area that the shop knows chooses its governorate, until the shopper does.
      expect(await enter('الفحيحيل')).toBe('الأحمدي')
      expect(await enter('خيال')).toBe('')
      expect(await enter('السالميه ')).toBe('حولي')
      expect(await offered()).toBe(all)
      await governorate.selectOption('العاصمة')
      expect(await offered()).toBeLessThan(all)
      expect(await enter('الفحيحيل')).toBe('العاصمة')
      await governorate.selectOption('حولي')
      expect(await enter('خيال')).toBe('حولي')
      expect(await enter('السالمية')).toBe('حولي')
      // Delivered, now that it can be. With the fee for cash on delivery, in the digits of the service's texts.
      await page.getByRole('radio', { name: /^توصيل العاصمة وحولي: .*1\.250/, checked: true }).waitFor()
      await expect.poll(() => page.locator('dt').allInnerTexts()).toContain('التوصيل')
      // Once the shopper has chosen, the address does not choose again, unless that method is not on offer.
      const method = (name: RegExp, state = {}) => page.getByRole('radio', { name, ...state })
      await method(/^الاستلام من المعرض/).check()
      await governorate.selectOption('الفروانية')
      await method(/^توصيل باقي المحافظات/).waitFor()
      expect(await method(/^الاستلام من المعرض/).isChecked()).toBe(true)
      await governorate.selectOption('حولي')
      await method(/^توصيل العاصمة وحولي/).check()
      await governorate.selectOption('')
      await method(/^الاستلام من المعرض/, { checked: true }).waitFor()
      await expectAccessible(page)
      // What changes the delivery as the order is sent waits for another press.
      await area.fill('السالميه')
      await area.press('Enter')
      await page.getByRole('alert').filter({ hasText: 'راجع العنوان والتوصيل والإجمالي' }).waitFor()
      await method(/^توصيل العاصمة وحولي/, { checked: true }).waitFor()
      await expect.poll(() => page.locator('dt').allInnerTexts()).toContain('التوصيل')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'إرسال الطلب' }).click()
      await page.getByRole('heading', { level: 1, name: 'شكرًا لك! رقم طلبك' }).waitFor()
      await expectAccessible(page)
    },
    // The chosen method, for a while not on offer.
    [422],
  ))
