import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { listen } from '../support/node/servers/listen.ts'
import { launch } from './browser.ts'
import { asPerson, expectFits } from './in-console.ts'

const { baseUrl } = inject('stack')

let browser: Browser
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser.close())

const Counted = z.object({ meta: z.object({ total: z.int() }) })

const rows = (page: Page) => page.locator('[data-row]')

test.each([
  ['en-GB', 'ltr', 'Home', 'Orders'],
  ['ar-KW', 'rtl', 'الرئيسية', 'الطلبات'],
])('home, the orders and one order are accessible and fit, in %s', async (locale, direction, home, title) => {
  await asPerson(browser, { email: 'owner@acme.test', locale }, async (page) => {
    expect(new URL(page.url()).pathname).toBe('/console/acme')
    expect(await page.evaluate('document.documentElement.dir')).toBe(direction)
    await page.getByRole('heading', { level: 1, name: home }).waitFor()
    await page.locator('.week').waitFor()
    await expectFits(page, 'home')
    await page.locator('.week').hover()
    await page.locator('.recharts-surface').waitFor()
    await expectFits(page, 'home with its chart')
    await page.getByRole('link', { name: title, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await rows(page).nth(3).waitFor()
    await expectFits(page, 'orders')
    await rows(page).first().click()
    await page.locator('.sums').waitFor()
    await expectFits(page, 'order')
  })
})

test('home costs two requests, and each figure leads to what it counts', async () => {
  await asPerson(browser, { email: 'owner@acme.test' }, async (page) => {
    const requests: string[] = []
    page.on(
      'request',
      (request) => void (request.url().includes('/api/') && requests.push(new URL(request.url()).pathname)),
    )
    await page.reload()
    await page.locator('.week').waitFor()
    expect(requests.toSorted(), 'one for the person, one for the figures').toEqual(['/api/home', '/api/me'])
    for (const name of [/^To confirm/, /^To ship/, /^Today/, /^Last 7 days/]) {
      const link = page.getByRole('link', { name })
      const [, count] = /(\d+) orders?/.exec(await link.innerText()) ?? /(\d+)$/.exec(await link.innerText()) ?? []
      await link.click()
      await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
      await page.getByText(count === '0' ? 'Nothing matches' : new RegExp(`^${count} orders?$`)).waitFor()
      await page.goBack()
      await page.locator('.week').waitFor()
    }
    await page.getByRole('link', { name: /^Cash to receive/ }).click()
    await page.getByText('Payment method: Cash on delivery').waitFor()
    await rows(page).first().waitFor()
  })
})

test('one search finds screens, actions, orders, customers and products', async () => {
  await asPerson(browser, { email: 'owner@acme.test' }, async (page, problems) => {
    const type = async (text: string) => {
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('textbox').fill(text)
    }
    await type('1007')
    await page.getByRole('dialog').getByText('#1007').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Order #1007' }).waitFor()
    // Typed with a pause, the first answer is of other orders.
    await type('10')
    await page.getByRole('dialog').locator('.figures').first().waitFor()
    await page.keyboard.type('08')
    await expect.poll(() => page.locator('.found [data-selected]').innerText()).toContain('#1008')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Order #1008' }).waitFor()
    await page.route('**/api/search*', (route) => route.abort())
    await type('lost')
    await page.getByRole('dialog').getByText('This could not be loaded').waitFor()
    await page.unroute('**/api/search*')
    await page.keyboard.press('Escape')
    problems.length = 0
    await type('beesvax')
    await page.getByRole('dialog').getByText('Beeswax Candle').click()
    await page.waitForURL(/orders\?search=Beeswax/)
    await rows(page).first().waitFor()
    await type('Zoë')
    await page.getByRole('dialog').getByText('Zoë Carter').last().click()
    await page.waitForURL(/orders\?customer_id=/)
    await page.getByText('Customer: Zoë Carter').waitFor()
    await rows(page).first().waitFor()
    await type('zzzz')
    await page.getByRole('dialog').getByText('Nothing found').waitFor()
    await page.getByRole('dialog').getByRole('textbox').fill('dark')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark')
  })
})

test('Enter opens what was found, also if it is pressed before the answer, and no action that matches too', async () => {
  await asPerson(browser, { email: 'owner@acme.test' }, async (page) => {
    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/api/search*', async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    // Also in the middle of “Sign out”.
    await dialog.getByRole('textbox').fill('ou')
    await dialog.getByText('Loading').waitFor()
    release()
    await dialog.locator('.figures').first().waitFor()
    await dialog.getByText('Sign out').waitFor()
    const first = dialog.locator('[data-action]').first()
    await expect.poll(() => first.getAttribute('data-selected')).toBe('true')
    expect(await first.innerText()).not.toContain('Sign out')
    // What is selected is read aloud.
    await expect
      .poll(() => dialog.getByRole('textbox').getAttribute('aria-activedescendant'))
      .toBe(await first.getAttribute('id'))
    // Enter before the answer opens what is first in it.
    await dialog.getByRole('textbox').fill('1009')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Order #1009' }).waitFor()
  })
})

test('what is typed while the search opens is searched for, and does nothing else', async () => {
  await asPerson(browser, { email: 'owner@acme.test' }, async (page) => {
    await page.reload()
    await page.locator('.week').waitFor()
    await page.keyboard.press('Control+k')
    // Otherwise these lead to the orders.
    await page.keyboard.type('go 1010')
    await expect.poll(() => page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('go 1010')
    expect(page.url()).toMatch(/acme$/)
    // The letters arrive before the box has the focus.
    await page.getByRole('dialog').getByRole('textbox').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Home')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Order #1010' }).waitFor()
  })
})

test('the focus stays on a button whose menu loads', async () => {
  await asPerson(browser, { email: 'owner@acme.test' }, async (page) => {
    await page.reload()
    await page.getByRole('button', { name: /^You/ }).focus()
    await page.locator('.person[aria-haspopup=menu]').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  })
})

test('a menu opens with the first press, though it loads behind the screen', async () => {
  await asPerson(browser, { email: 'merchant@both.test' }, async (page) => {
    await page.goto('/console/acme')
    await page.getByRole('button', { name: /^Switch store/ }).click()
    await page.getByRole('menuitem', { name: 'غلوبكس الكويت' }).click()
    await page.waitForURL(/\/console\/globex$/)
    // The menu arrives in the middle of a press.
    await page.reload()
    await page.locator('.week').waitFor()
    let release = () => {}
    const held = new Promise<void>((done) => (release = done))
    await page.route('**/assets/person-menu-*', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: /^You: Mona/ }).hover()
    await page.mouse.down()
    release()
    await page.locator('.person[aria-haspopup=menu]').waitFor()
    await page.mouse.up()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  })
})

test('a viewer is not asked to set up the shop', async () => {
  await asPerson(browser, { email: 'viewer@acme.test' }, async (page) => {
    await page.locator('.week').waitFor()
    expect(await page.getByText('First steps').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0)
  })
})

test('a merchant finds an order with the keyboard alone, and comes back to the place', async () => {
  await asPerson(browser, { email: 'owner@acme.test', path: '/console/acme/orders' }, async (page) => {
    await rows(page).nth(3).waitFor()
    const requests: string[] = []
    // The feed is asked every ten seconds.
    page.on(
      'request',
      (request) => void (/\/api\/(?!events)/.test(request.url()) && requests.push(new URL(request.url()).pathname)),
    )
    await page.reload()
    await rows(page).nth(3).waitFor()
    expect(requests.splice(0).toSorted(), 'one for the person, one for the list, one for the counts').toEqual([
      '/api/me',
      '/api/orders',
      '/api/orders/counts',
    ])
    await page.getByRole('link', { name: 'Next page' }).press('Enter')
    await page.waitForURL(/cursor=/)
    await page.keyboard.press('/')
    await page.keyboard.type(' ')
    await page.waitForTimeout(500)
    expect(page.url(), 'nothing new is searched for, so the page stays').toContain('cursor=')
    await page.keyboard.press('Backspace')
    await page.goBack()
    await page.waitForURL(/orders$/)
    await rows(page).nth(3).waitFor()
    requests.length = 0
    await page.keyboard.type('Zo')
    await page.waitForURL(/search=Zo$/)
    await expect.poll(() => requests, { message: 'a request when typing pauses' }).toEqual(['/api/orders'])
    await page.keyboard.type('ë')
    await page.waitForURL(/search=Zo%C3%AB$/)
    expect(await page.getByRole('searchbox').inputValue()).toBe('Zoë')
    await expect.poll(() => rows(page).count()).toBeLessThan(50)
    const filter = page.getByRole('button', { name: 'Filter', exact: true })
    await filter.press('Enter')
    const answer = page.waitForResponse(/status=pending/)
    await page.getByRole('checkbox', { name: 'To confirm' }).press('Space')
    await page.waitForURL(/status=pending/)
    const { meta } = Counted.parse(await (await answer).json())
    await page.getByText(new RegExp(`^${meta.total} orders?$`)).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Status: To confirm').waitFor()
    // The focus returns a moment after the menu is gone.
    await expect.poll(() => filter.evaluate((button) => button.matches(':focus'))).toBe(true)
    const list = page.url()
    requests.length = 0
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/orders\/\d+$/)
    await page.getByRole('heading', { level: 1, name: /^Order #\d+$/ }).waitFor()
    const number = page.url().split('/').at(-1)
    expect(requests.splice(0), 'one for the order').toEqual([`/api/orders/number%3A${number}`])
    await page.goBack()
    expect(page.url()).toBe(list)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByText('Orders').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/console\/acme$/)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.waitForURL(/\/console\/acme\/orders$/)
  })
})

test('an address that does not exist, and a store of others, are a page', async () => {
  await asPerson(browser, { email: 'owner@acme.test' }, async (page, problems) => {
    for (const path of ['/console/globex/orders', '/console/acme/nothing', '/console/nowhere']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    }
    // Of the store that is not theirs.
    expect(problems.splice(0).filter((text) => !text.includes('404'))).toEqual([])
  })
})

test('a page on another port of the host, which gets the cookie along, can neither read, write nor frame', async () => {
  await asPerson(browser, { email: 'owner@acme.test' }, async (page, problems) => {
    const foreign = await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Prizes</h1>')
    })
    try {
      await page.goto(foreign.url)
      const tries = [
        `fetch('${baseUrl}/api/me', { credentials: 'include' })`,
        `fetch('${baseUrl}/api/me', { credentials: 'include', headers: { 'X-Console': '1' } })`,
        `fetch('${baseUrl}/api/products', { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{"title":"x","price":1}' })`,
        `navigator.serviceWorker.register('${baseUrl}/console/assets/start.js')`,
      ]
      for (const attempt of tries) {
        const seen: unknown = await page.evaluate(
          `${attempt}.then((r) => r.type === 'opaque' ? 'blind' : 'read ' + r.status, () => 'blocked')`,
        )
        expect(['blocked', 'blind'], attempt).toContain(seen)
      }
      await page.evaluate(
        `new Promise((done) => { const frame = document.createElement('iframe'); frame.onload = done; frame.src = '${baseUrl}/console/acme/orders'; document.body.append(frame) })`,
      )
      const frame = page.frames().find((each) => each !== page.mainFrame())
      expect(await frame?.locator('h1').count()).toBe(0)
      problems.length = 0
    } finally {
      await foreign.close()
    }
  })
})
