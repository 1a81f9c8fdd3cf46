import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { savePicture, sizes } from './browser.ts'
import { addToCart, expectAccessible, heading, openCart, serveShop, titles } from './storefront-driver.ts'

// The pages of the example shop. storefront-orders.test.ts orders in it.

const asShopper = serveShop()
const screenshots = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))

test('a product without options offers no choice, and one with options names them', () =>
  asShopper('/?product=glass-carafe', 'phone', async (page) => {
    await heading(page, 'Glass Carafe')
    expect(await page.title()).toBe('Glass Carafe · Acme Goods')
    expect(await page.locator('main select').count()).toBe(0)
    await expectAccessible(page)
    await page.goto('/?product=enamel-mug')
    await heading(page, 'Enamel Mug')
    const values = await page.getByLabel('Colour').locator('option').allInnerTexts()
    expect(values.map((value) => value.replace(': Sold out', ''))).toEqual(['Black', 'Sand', 'Olive'])
    // It begins with one that is in stock.
    expect(await page.getByLabel('Colour').locator('option:checked').innerText()).not.toContain('Sold out')
  }))

test('a discounted product shows what it cost before', () =>
  asShopper('/?product=cafe-de-olla-blend', 'desktop', async (page) => {
    await page.getByLabel('Weight').selectOption({ index: 0 })
    await expect.poll(() => page.locator('.price').innerText()).toMatch(/^\$14\.66.*\$17\.25$/s)
    expect(await page.locator('.price s').innerText()).toContain('$17.25')
  }))

test.each([
  { path: '/?product=no-such-thing', title: 'This product is not for sale' },
  { path: '/?collection=no-such-thing', title: 'This collection does not exist' },
  { path: `/?order=${crypto.randomUUID()}`, title: 'This order does not exist' },
  { path: '/?order=1', title: 'This order does not exist' },
])('$path leads to a page that says so, and to all products', ({ path, title }) =>
  asShopper(
    path,
    'desktop',
    async (page) => {
      await heading(page, title)
      expect(await page.title()).toBe(`${title} · Acme Goods`)
      await page.getByText('Check the URL.').waitFor()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'See all products' }).click()
      await titles(page).first().waitFor()
    },
    [404],
  ),
)

test.each([
  { locale: 'en-GB', direction: 'ltr', title: 'This shop does not exist', shop: 'Shop' },
  { locale: 'ar-KW', direction: 'rtl', title: 'لا يوجد متجر بهذا الرابط', shop: 'المتجر' },
])('an unknown store is a page in the language of the browser, $locale', ({ locale, direction, title, shop }) =>
  asShopper(
    '/?store=no-such-store',
    'phone',
    async (page) => {
      await heading(page, title)
      expect(await page.title()).toBe(`${title} · ${shop}`)
      expect(await page.evaluate('document.documentElement.dir')).toBe(direction)
      expect(await page.evaluate('document.documentElement.lang')).toBe(locale.slice(0, 2))
      expect(await page.getByRole('link').count()).toBe(0)
      await expectAccessible(page)
    },
    [404],
    locale,
  ),
)

test('a store whose language has a region is in that language, and offers its own country first', () =>
  asShopper('/?store=globex', 'phone', async (page) => {
    await page.route('**/api/storefront/globex', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...Object(await response.json()), locale: 'ar-OM', country: 'OM' } })
    })
    await page.goto('/?store=globex&product=oud-candle')
    await page.getByRole('button', { name: 'أضف إلى السلة' }).click()
    await page.getByRole('link', { name: 'عرض السلة' }).click()
    await expect.poll(() => page.getByLabel('البلد').locator('option:checked').innerText()).toBe('عُمان')
  }))

test('a link in an email with parameters of its own leads to the products', () =>
  asShopper('/?utm_source=mail&fbclid=x', 'phone', async (page) => {
    await titles(page).first().waitFor()
  }))

test('a shopper sees the products up to an exact price, and more of them on the next page', () =>
  asShopper('/', 'desktop', async (page) => {
    await page.route(/\/products\?/, (route) =>
      route.continue({ url: route.request().url().replace('limit=60', 'limit=3') }),
    )
    await page.getByLabel('Price to').fill('19.99')
    await page.getByLabel('Price to').press('Enter')
    await page.waitForURL('**price_to=19.99**')
    await expect.poll(() => titles(page).count()).toBe(3)
    const before = await titles(page).allInnerTexts()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'More products' }).click()
    await page.waitForURL('**cursor=**')
    await titles(page).first().waitFor()
    for (const title of await titles(page).allInnerTexts()) expect(before).not.toContain(title)
    expect(await page.getByLabel('Price to').inputValue()).toBe('19.99')
  }))

test('a shop that cannot be reached can be tried again', () =>
  asShopper(
    '/',
    'phone',
    async (page) => {
      await page.route('**/api/storefront/**', (route) => route.abort())
      await page.reload()
      await heading(page, 'Something went wrong')
      await page.getByText('We cannot reach the shop.').waitFor()
      await expectAccessible(page)
      await page.unroute('**/api/storefront/**')
      await page.getByRole('link', { name: 'Try again' }).click()
      await titles(page).first().waitFor()
    },
    ['net::ERR_FAILED'],
  ))

test('a browser that keeps nothing can show the shop, and says why it has no cart', () =>
  asShopper('/', 'phone', async (page) => {
    await page.evaluate(`localStorage.setItem('acme cart', '{"lines":[null,7,{}]}')`)
    await page.goto('/?cart=open')
    await page.getByText('Your cart is empty.').waitFor()
    await page.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden') } })`,
    )
    await page.goto('/?product=glass-carafe')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('alert').filter({ hasText: 'Your browser cannot save a cart.' }).waitFor()
  }))

test('the guide shows the shop as it is, in at most 90 lines', async () => {
  const shop = await readFile(fileURLToPath(new URL('../../examples/storefront/shop.js', import.meta.url)), 'utf8')
  const guide = await readFile(fileURLToPath(new URL('../../docs/storefront.md', import.meta.url)), 'utf8')
  expect(guide).toContain(`\`\`\`js\n${shop}\`\`\``)
  expect(shop.trimEnd().split('\n').length).toBeLessThanOrEqual(90)
})

/** Of docs/storefront.md and README.md. */
const pictures = [
  { name: 'shop', path: '/', size: 'desktop' },
  { name: 'shop', path: '/', size: 'phone' },
  { name: 'shop-product', path: '/?product=enamel-mug', size: 'desktop' },
  { name: 'shop-product', path: '/?product=enamel-mug', size: 'phone' },
  { name: 'shop-cart', path: '/?product=enamel-mug', size: 'desktop' },
  { name: 'shop-cart', path: '/?product=enamel-mug', size: 'phone' },
  { name: 'shop-ar', path: '/?store=globex', size: 'phone' },
] as const

// Renews the pictures: SCREENSHOTS=1 npx vitest run --config test/vitest.config.ts --project e2e storefront
test.each(process.env['SCREENSHOTS'] === undefined ? [] : pictures)('screenshot of $name on a $size', (picture) =>
  asShopper(picture.path, picture.size, async (page) => {
    if (picture.name === 'shop-cart') {
      await addToCart(page)
      await page.goto('/?product=glass-carafe')
      await addToCart(page)
      await openCart(page)
    }
    await savePicture(page, `${screenshots}${picture.name}-${picture.size}.webp`, {
      x: 0,
      y: 0,
      ...sizes[picture.size],
    })
  }),
)
