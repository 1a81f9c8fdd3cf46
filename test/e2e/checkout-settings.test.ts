import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launch, type Look, openAs, openContext } from './browser.ts'

const { baseUrl } = inject('stack')

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const looks: readonly Look[] = [{ script: false }, { size: 'phone' }]

async function withPage(look: Look, work: (page: Page) => Promise<void>) {
  const context = await openContext(browser, baseUrl, look)
  await work(await context.newPage())
  await context.close()
}

const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** Confirms on the form that is open. */
async function deleteIt(page: Page, name: string) {
  await page.locator('summary').filter({ hasText: 'Delete' }).click()
  await press(page, `Yes, delete ${name}`)
}

test.each(looks)('a delivery method is added, corrected, changed and deleted: %o', async (look) => {
  await withPage(look, async (page) => {
    const name = `Courier ${crypto.randomUUID().slice(0, 8)}`
    await openAs(page, 'staff@acme.test', '/settings/delivery')
    await page.getByRole('link', { name: 'Add a delivery method' }).click()
    await box(page, 'Name').fill(name)
    await box(page, 'Price').fill('4,50')
    await box(page, 'Countries and regions').fill('Kuwait: Hawalli, حولي\nUK')
    await press(page, 'Add method')
    await page.getByText('Nothing was saved').waitFor()
    expect(await box(page, 'Price').getAttribute('aria-invalid')).toBe('true')
    expect(await box(page, 'Name').inputValue()).toBe(name)
    await box(page, 'Price').fill('4.50')
    await press(page, 'Add method')
    await page.getByText('The delivery method was added').waitFor()
    expect(await row(page, name).innerText()).toContain('$4.50')
    expect(await row(page, name).innerText()).toContain('Kuwait (Hawalli, حولي), United Kingdom')

    await page.getByRole('link', { name: `Edit ${name}` }).click()
    expect(await box(page, 'Countries and regions').inputValue()).toBe('Kuwait: Hawalli, حولي\nUnited Kingdom')
    await page.getByLabel('Offer this to shoppers').uncheck()
    await press(page, 'Save')
    await page.getByText('Your changes are saved').waitFor()
    expect(await row(page, name).innerText()).toContain('Off')
    await page.getByRole('link', { name: `Edit ${name}` }).click()
    await deleteIt(page, name)
    await page.getByText('The delivery method was deleted').waitFor()
    expect(await row(page, name).count()).toBe(0)
  })
})

test.each(looks)('a discount is added, corrected, changed and deleted: %o', async (look) => {
  await withPage(look, async (page) => {
    const code = `SAVE${crypto.randomUUID().slice(0, 8)}`
    await openAs(page, 'owner@globex.test', '/settings/discounts')
    await page.getByRole('link', { name: 'Add a discount' }).click()
    await box(page, 'Code').fill(code)
    await box(page, 'Percentage or amount').fill('120')
    await page.getByLabel('Starts').fill('2026-12-01T08:00')
    await press(page, 'Add discount')
    await page.getByText('A percentage is more than 0 and at most 100').waitFor()
    expect(await page.getByLabel('Starts').inputValue()).toBe('2026-12-01T08:00')
    await box(page, 'Percentage or amount').fill('12.5')
    await press(page, 'Add discount')
    await page.getByText('The discount was added').waitFor()
    // In the time zone of the store, which is three hours ahead of UTC.
    expect(await row(page, code).innerText()).toContain('from 1 Dec 2026, 08:00')

    await page.getByRole('link', { name: `Edit ${code}` }).click()
    await page.getByLabel('An amount').check()
    await box(page, 'Percentage or amount').fill('٠٫٢٥٠')
    await press(page, 'Save')
    await page.getByText('Your changes are saved').waitFor()
    await box(page, 'Code or name').fill(code.toLowerCase())
    await press(page, 'Search')
    await page.getByRole('heading', { name: 'Discounts found' }).waitFor()
    expect(await row(page, code).innerText()).toMatch(/KWD\s0\.250 off/)
    await page.getByRole('link', { name: `Edit ${code}` }).click()
    await deleteIt(page, code)
    await page.getByText('The discount was deleted').waitFor()
    expect(await row(page, code).count()).toBe(0)
  })
})

test.each(looks)('the tax is changed, and changed back: %o', async (look) => {
  await withPage(look, async (page) => {
    await openAs(page, 'admin@acme.test', '/settings/tax')
    const wasCharged = await page.getByRole('radio', { name: 'Yes' }).isChecked()
    const [rate, label, others] = [box(page, 'Rate (%)'), box(page, 'Name of the tax'), box(page, 'Other countries')]
    const before = await Promise.all([rate.inputValue(), label.inputValue(), others.inputValue()])
    const wasIncluded = await page.getByLabel('Including tax').isChecked()
    await page.getByRole('radio', { name: 'Yes' }).check()
    await page.getByLabel('Including tax').check()
    await rate.fill('5')
    await label.fill('VAT')
    await others.fill('Saudi Arabia')
    await press(page, 'Save')
    await page.getByText('Line 1: write the country and its rate').waitFor()
    await others.fill('Saudi Arabia 15')
    await press(page, 'Save')
    await page.getByText('Your changes are saved').waitFor()
    expect(await others.inputValue()).toBe('Saudi Arabia 15')

    await page.getByRole('radio', { name: wasCharged ? 'Yes' : 'No' }).check()
    if (wasCharged && !wasIncluded) await page.getByLabel('Without tax').check()
    for (const [index, field] of [rate, label, others].entries()) await field.fill(before[index] ?? '')
    await press(page, 'Save')
    await page.getByText('Your changes are saved').waitFor()
    expect(await page.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(wasCharged)
  })
})
