import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { accessibilityProblems } from './accessibility.ts'
import { looks } from './effort.ts'
import { launch, logIn, type Look, openContext } from './browser.ts'

const { baseUrl } = inject('stack')

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

type Opened = { readonly page: Page; readonly problems: string[] }

const pages = new Map<Look, Promise<Opened>>()

/** One page for each look: a new one would need a new process of the browser. */
function pageOf(look: Look): Promise<Opened> {
  const opened = pages.get(look) ?? openPage(look)
  pages.set(look, opened)
  return opened
}

async function openPage(look: Look): Promise<Opened> {
  const page = await (await openContext(browser, baseUrl, look)).newPage()
  const problems: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
  page.on('pageerror', (error) => void problems.push(error.message))
  return { page, problems }
}

/** Opens a page, and fails on every violation of its policy or error of its scripts. */
async function visit(path: string, look: Look, work: (page: Page) => Promise<void>) {
  const { page, problems } = await pageOf(look)
  problems.length = 0
  await page.goto(path)
  await work(page)
  expect(problems).toEqual([])
}

async function expectUsable(page: Page, scheme: 'light' | 'dark') {
  expect(await accessibilityProblems(page, scheme)).toEqual([])
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(overflow).toBe(0)
}

describe.for(looks)('on a $size, $scheme', (look) => {
  test.for(['/docs/quick-start', '/docs/errors', '/docs/authentication', '/docs/orders'])(
    '%s has no accessibility problem and fits the screen',
    (path) => visit(path, look, (page) => expectUsable(page, look.scheme)),
  )

  test('the reference has no accessibility problem and fits the screen', () =>
    visit('/docs', look, async (page) => {
      await page.locator('#operations-tag-Orders').waitFor()
      await page.locator('.info a[href="/docs/webhooks"]').waitFor()
      await expectUsable(page, look.scheme)
    }))
})

test.for(['phone', 'desktop'] as const)('the columns of imports can be read on a %s: no word is broken', (size) =>
  visit('/docs/import-columns', { size }, async (page) => {
    const broken =
      await page.evaluate(`[...document.querySelectorAll('th, .wide td:first-child code')].filter((name) => {
      const range = document.createRange()
      range.selectNodeContents(name)
      return range.getClientRects().length > 1
    }).map((name) => name.textContent)`)
    expect(broken).toEqual([])
    await expectUsable(page, 'light')
  }),
)

test('an error leads to its explanation', () =>
  visit('/docs/quick-start', {}, async (page) => {
    const answer = await fetch(`${baseUrl}/api/orders`)
    const { type } = Object(await answer.json())
    await page.goto(String(type))
    await page.locator('#unauthenticated').waitFor()
    expect(new URL(page.url()).hash).toBe('#unauthenticated')
  }))

test('a developer signs in on the reference, and lists orders', () =>
  visit('/docs', {}, async (page) => {
    await page.getByRole('button', { name: 'Authorize' }).first().click()
    const dialog = page.locator('.dialog-ux')
    const session = dialog.locator('.auth-container').filter({ hasText: 'Sign in with your identity provider' })
    await session.getByText('select all').click()
    const popup = page.waitForEvent('popup')
    await session.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click()
    await logIn(await popup, 'owner@acme.test')
    await session.getByText('Authorized').waitFor()
    await dialog.locator('.close-modal').click()

    await page.locator('#operations-tag-Orders').click()
    const operation = page.locator('#operations-Orders-list_orders')
    await operation.getByRole('button').first().click()
    await operation.getByRole('button', { name: 'Execute' }).click()
    const answer = operation.locator('.live-responses-table')
    await answer.getByText('"customer_name"').first().waitFor()
    expect(await answer.innerText()).toContain('200')
  }))
