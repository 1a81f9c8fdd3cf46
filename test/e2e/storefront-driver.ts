import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { accessibilityProblems } from './accessibility.ts'
import { openContext, problemsOf, sizes } from './browser.ts'
import { buildConsole, consoleOrigin, startConsole } from './console-driver.ts'

/** Builds and serves the example shop for the tests of a file, and returns what opens it. */
export function serveShop() {
  const stack = inject('stack')
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

  /** Opens a store as a shopper, and fails on every error of the shop's scripts. `refusals`: what the service answers besides. */
  return async function asShopper(
    path: string,
    size: keyof typeof sizes,
    work: (page: Page) => Promise<void>,
    refusals: readonly (number | string)[] = [],
    locale = 'en-GB',
  ) {
    const context = await openContext(served.browser, consoleOrigin, { size, locale })
    const problems = problemsOf(context)
    try {
      const page = await context.newPage()
      await page.goto(path)
      await page
        .locator('h1')
        .first()
        .waitFor()
        .catch((error: unknown) => {
          throw new Error(problems.join(' '), { cause: error })
        })
      await page.waitForLoadState('networkidle')
      await work(page)
      expect(problems).toEqual(
        refusals.map((each) => expect.stringContaining(typeof each === 'number' ? `status of ${each}` : each)),
      )
    } finally {
      await context.close()
    }
  }
}

export async function expectAccessible(page: Page) {
  expect(await accessibilityProblems(page, 'light')).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
}

export const titles = (page: Page) => page.locator('section h2')

export const total = (page: Page) => page.locator('dd').last().innerText()

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

/** Puts what the product page shows into the cart. */
export async function addToCart(page: Page) {
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByText('Added to your cart.').waitFor()
}

/** Opens the cart, and waits for its price. */
export async function openCart(page: Page) {
  await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
  await heading(page, 'Cart')
  await page.locator('dd').last().waitFor()
}
