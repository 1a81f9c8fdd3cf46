import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems } from './accessibility.ts'
import { openContext, problemsOf, savePicture, sizes } from './browser.ts'
import { buildConsole, consoleOrigin, startConsole } from './console-driver.ts'

const stack = inject('stack')
const screenshots = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))

let served: Awaited<ReturnType<typeof startConsole>>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commerce-shop-'))
  await buildConsole(stack, folder, 'examples/storefront')
  served = await startConsole(folder)
})
afterAll(async () => {
  await served.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens a store as a shopper, and fails on every error of the shop's scripts. */
async function asShopper(
  path: string,
  size: keyof typeof sizes,
  work: (page: Page) => Promise<void>,
  refusals: readonly number[] = [],
) {
  const context = await openContext(served.browser, consoleOrigin, { size })
  const problems = problemsOf(context)
  try {
    const page = await context.newPage()
    await page.goto(path)
    await page
      .locator('section a, article')
      .first()
      .waitFor()
      .catch((error: unknown) => {
        throw new Error(problems.join(' '), { cause: error })
      })
    await page.waitForLoadState('networkidle')
    await work(page)
    expect(problems).toEqual(refusals.map((status) => expect.stringContaining(`status of ${status}`)))
  } finally {
    await context.close()
  }
}

async function expectAccessible(page: Page) {
  expect(await accessibilityProblems(page, 'light')).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
}

const titles = (page: Page) => page.locator('section h2')

const total = (page: Page) => page.locator('dd').last().innerText()

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

    await page.getByRole('link', { name: 'Enamel Mug' }).click()
    await page.getByLabel('Variant').selectOption('Olive')
    await page.getByRole('radio', { name: 'Standard: $4.99' }).waitFor()
    await page.getByLabel('Quantity').fill('2')
    await page.getByLabel('Quantity').press('Tab')
    await expect.poll(() => total(page)).toBe('$35.35')
    await page.getByRole('radio', { name: 'Express' }).check()
    await expect.poll(() => total(page)).toBe('$44.72')
    await expectAccessible(page)
    await page.getByLabel('Name').fill('Rosa Klein')
    await page.getByLabel('Phone').fill('+1 212 555 0188')
    await page.getByLabel('Street and building').fill('18 Mercer St')
    await page.getByLabel('City').fill('New York')
    await page.getByLabel('Postal code').fill('10013')
    // Another place has its own delivery methods, of which the first is chosen.
    await page.getByLabel('State or region').fill('NY')
    await page.getByLabel('State or region').press('Tab')
    await expect.poll(() => total(page)).toBe('$35.35')
    await page.getByRole('radio', { name: 'Express' }).check()
    await expect.poll(() => total(page)).toBe('$44.72')
    await page.getByRole('button', { name: 'Place the order' }).click()
    await page.getByRole('heading', { name: /^Thank you! Your order is #\d+$/ }).waitFor()
    expect(await total(page)).toBe('$44.72')
    await expectAccessible(page)
    // The address of the page is the shopper's link to the order.
    await page.reload()
    await page.getByText('We have received it.').waitFor()
    // The next order is offered where this one went.
    await page.goto('/?product=enamel-mug')
    await page.getByLabel('Street and building').waitFor()
    expect(await page.getByLabel('City').inputValue()).toBe('New York')
    expect(await page.getByLabel('Postal code').inputValue()).toBe('10013')
  }))

test('a shopper is told what an address lacks, and completes it', () =>
  asShopper(
    '/?product=linen-shirt',
    'phone',
    async (page) => {
      await page.getByLabel('Name').fill('Rosa Klein')
      await page.getByLabel('Phone').fill('+1 212 555 0189')
      await page.getByLabel('Street and building').fill('18 Mercer St')
      await page.getByLabel('City').fill('New York')
      await page.getByRole('button', { name: 'Place the order' }).click()
      const alert = page.getByRole('alert').filter({ hasText: 'State or region is required' })
      await alert.filter({ hasText: 'Postal code is required' }).waitFor()
      await expectAccessible(page)
      await page.getByLabel('State or region').fill('NY')
      await page.getByLabel('Postal code').fill('10013')
      await page.getByLabel('Postal code').press('Tab')
      await page.getByRole('button', { name: 'Place the order' }).click()
      await page.getByRole('heading', { name: /^Thank you! Your order is #\d+$/ }).waitFor()
    },
    [422],
  ))

test('a shopper sees what a code takes off, or why it does not apply', () =>
  asShopper('/?product=linen-shirt', 'desktop', async (page) => {
    const alert = page.getByRole('alert')
    const enter = async (code: string) => {
      await page.getByLabel('Discount code').fill(code)
      await page.getByLabel('Discount code').press('Tab')
    }
    await enter('NO-SUCH-CODE')
    await alert.filter({ hasText: 'There is no discount with this code' }).waitFor()
    await enter('WELCOME10')
    await page.locator('dt', { hasText: 'Discount' }).waitFor()
    expect(await page.locator('dt:text-is("Discount") + dd').innerText()).toMatch(/^-\$/)
    expect(await alert.innerText()).toBe('')
    await page.getByLabel('State or region').fill('New York')
    await page.getByLabel('State or region').press('Tab')
    await page.getByRole('radio', { name: 'Standard: $4.99' }).waitFor()
  }))

test('a product begins with a variant that is in stock', () =>
  asShopper('/?product=enamel-mug', 'desktop', async (page) => {
    const chosen = page.getByLabel('Variant').locator('option:checked')
    expect(await chosen.innerText()).not.toContain('sold out')
  }))

test('the shop is in the language of its merchant, also on a phone', () =>
  asShopper('/?store=globex', 'phone', async (page) => {
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Oud Candle' }).click()
    await page.getByText('الإجمالي').waitFor()
    await expectAccessible(page)
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
  { name: 'shop-ar', path: '/?store=globex', size: 'phone' },
] as const

// Renews the pictures: SCREENSHOTS=1 npx vitest run --config test/vitest.config.ts --project e2e storefront
test.each(process.env['SCREENSHOTS'] === undefined ? [] : pictures)('screenshot of $name on a $size', (picture) =>
  asShopper(picture.path, picture.size, async (page) => {
    await savePicture(page, `${screenshots}${picture.name}-${picture.size}.webp`, {
      x: 0,
      y: 0,
      ...sizes[picture.size],
    })
  }),
)
