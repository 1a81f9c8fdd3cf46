import pg from 'pg'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launch, logIn, sizes } from './browser.ts'
import { asPerson, expectFits } from './in-console.ts'

const { ownerUrl } = inject('stack')
const name = `Corner ${crypto.randomUUID().slice(0, 8)}`
const ofName = 'select id from stores where name = $1'

let browser: Browser
const database = new pg.Client({ connectionString: ownerUrl })
beforeAll(async () => {
  browser = await launch()
  await database.connect()
})
afterAll(async () => {
  // The others who sign in as this person find them without a store.
  await database.query(`delete from store_members where store_id in (${ofName})`, [name])
  await database.end()
  await browser.close()
})

const endSession = (page: Page) =>
  page.evaluate(`fetch('/api/sessions/current', { method: 'DELETE', headers: { 'X-Console': '1' } })`)

/** The service does what is asked, and its answers do not arrive, until it is detached. */
async function loseAnswers(page: Page, urlPattern: string) {
  const network = await page.context().newCDPSession(page)
  await network.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] })
  network.on(
    'Fetch.requestPaused',
    ({ requestId }) => void network.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionClosed' }),
  )
  return network
}

test('somebody without a store creates one, once, though their session ends and an answer is lost', async () => {
  await asPerson(browser, { email: 'nobody@nowhere.test', path: '/console/-/stores' }, async (page, problems) => {
    await page.getByLabel('Name').fill(name)
    await page.getByRole('combobox', { name: 'Currency' }).click()
    await page.getByRole('option', { name: /^KWD/ }).click()
    await expectFits(page, 'create a store')
    await endSession(page)
    await page.getByRole('button', { name: 'Create a store' }).click()
    await page.getByRole('dialog', { name: 'You are signed out' }).waitFor()
    await expectFits(page, 'signed out')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await logIn(page, 'nobody@nowhere.test')
    await page.waitForURL(/\/console\/-\/stores$/)
    expect(await page.getByLabel('Name').inputValue()).toBe(name)
    const answers = await loseAnswers(page, '*/api/stores')
    await page.getByRole('button', { name: 'Create a store' }).click()
    await page.getByText('No answer came.').waitFor()
    await answers.detach()
    await page.getByRole('button', { name: 'Create a store' }).click()
    await page.waitForURL(/\/console\/corner-[0-9a-f-]+$/)
    await page.getByText('0 of 7 done').waitFor()
    await expectFits(page, 'a new shop')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('heading', { name: 'Your orders will be here' }).waitFor()
    expect(await page.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toMatch(/corner-[0-9a-f-]+$/)
    await expectFits(page, 'no orders yet')
    expect((await database.query(ofName, [name])).rowCount).toBe(1)
    expect(problems.splice(0).filter((text) => !/401|ERR_CONNECTION_CLOSED/.test(text))).toEqual([])
  })
})

/** Whether it can be read in both sizes: nothing lies over it. */
async function expectShown(page: Page, said: Locator) {
  for (const viewport of Object.values(sizes)) {
    await page.setViewportSize(viewport)
    await said.click({ trial: true, timeout: 10_000 })
  }
}

test('without a network, and with a newer version, what was open stays and says so', async () => {
  await asPerson(browser, { email: 'owner@acme.test', path: '/console/acme/orders' }, async (page, problems) => {
    const offline = page.getByRole('status').getByText('You are offline.')
    const missing = page.getByText('A part of the console did not load.')
    await page.locator('[data-row]').nth(3).waitFor()
    await page.context().setOffline(true)
    await expectShown(page, offline)
    await expectFits(page, 'offline')
    // What is not here yet does not come, and takes nothing away.
    await Promise.all([page.waitForEvent('requestfailed'), page.keyboard.press('?')])
    await expectShown(page, offline)
    await page.context().setOffline(false)
    await offline.waitFor({ state: 'detached' })
    await expectShown(page, missing)
    expect(await page.locator('[data-row]').count()).toBeGreaterThan(3)
    await expectFits(page, 'a part is missing')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.locator('[data-row]').nth(3).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    // A deployment removes the files of the version before.
    await page.route('**/console/assets/order-*', (route) => route.fulfill({ status: 404 }))
    await page.locator('[data-row]').first().click()
    await page.getByRole('heading', { level: 1, name: 'This could not be loaded' }).waitFor()
    await expectShown(page, missing)
    await expectShown(page, page.getByRole('link', { name: 'Orders' }))
    await page.unroute('**/console/assets/order-*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: /^Order #/ }).waitFor()
    // Also a screen outside of every store, and also when the page itself cannot come again.
    await page.locator('.top [aria-haspopup=menu]').first().waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: /^Switch store/ }).click()
    const stores = page.getByRole('menuitem', { name: 'Your stores' })
    // The router loads it for the pointer first, and again for the click.
    await Promise.all([page.waitForEvent('requestfailed'), stores.hover()])
    await stores.click()
    await page.getByRole('heading', { level: 1, name: 'This could not be loaded' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectShown(page, offline)
    await page.context().setOffline(false)
    await page.goto('/console/acme/orders')
    await page.locator('[data-row]').nth(3).waitFor()
    await page.route('**/console/assets/signed-out-*', (route) => route.fulfill({ status: 404 }))
    await endSession(page)
    await page.getByRole('searchbox').fill('Zo')
    await expectShown(page, page.locator('.notices').getByRole('link', { name: 'Sign in' }))
    problems.length = 0
  })
})
