import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Locator, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { freePort } from '../support/node/free-port.ts'
import { accessibilityProblems } from './accessibility.ts'
import { ageSessions } from './age-sessions.ts'
import { type NativeApp, claudeUrl, everyScope, publishApp, startNativeApp } from './native-app.ts'
import { isLong, looks } from './effort.ts'
import { launch, logIn, openAs, openContext, savePicture, sizes } from './browser.ts'

const { baseUrl } = inject('stack')
const screenshots = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))

let browser: Browser
let helper: NativeApp
let documentedApp: Awaited<ReturnType<typeof publishApp>>
let imitator: Awaited<ReturnType<typeof publishApp>>
/** Answers every webhook with success. */
const receiver = createServer((_request, response) => response.end())

/** A store after some use: an assistant connected, one active token, one revoked. */
beforeAll(async () => {
  browser = await launch()
  helper = await startNativeApp(baseUrl, 'مساعد المتجر', 'catalog:read orders:read orders:write')
  documentedApp = await publishApp(baseUrl, 'Stock desk', 'catalog:read')
  imitator = await publishApp(baseUrl, 'Claude', 'catalog:read')
  const context = await openContext(browser, baseUrl)
  const page = await context.newPage()
  const known = claudeUrl(baseUrl, everyScope)
  await openAs(page, 'merchant@both.test')
  // Claude redirects to claude.ai, which the test cannot reach. The connection exists anyway.
  await page.route('https://claude.ai/**', (route) => route.fulfill({ body: 'connected' }))
  for (const url of [known, await helper.authorizeUrl()]) {
    await page.goto(url)
    await page.getByLabel('Acme Goods').check()
    if (url === known) await page.getByLabel('Create and process orders').check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL((to) => !to.href.startsWith(baseUrl))
  }
  for (const name of ['Old export', 'Nightly stock report']) {
    await page.goto('/settings/mcp?store=acme')
    await page.getByText('New token').click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('link', { name: 'I have copied it' }).click()
  }
  const row = page.getByRole('listitem').filter({ hasText: 'Old export' })
  await row.getByText('Revoke').first().click()
  await row.getByRole('button', { name: 'Yes, revoke Old export' }).click()
  await page.goto('/settings/members?store=globex')
  await page.getByText('New invitation').click()
  await page.getByRole('textbox', { name: 'Email address' }).fill('viewer@acme.test')
  await page.getByRole('radio', { name: 'Staff' }).check()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('Invitation created').waitFor()
  await page.goto('/settings/delivery/new?store=globex')
  await page.getByRole('textbox', { name: 'Name' }).fill('توصيل إلى المنزل')
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('1.500')
  await page.getByRole('textbox', { name: 'Countries and regions' }).fill('Kuwait: Hawalli, حولي')
  await page.getByRole('button', { name: 'Add method' }).click()
  await page.goto('/settings/discounts/new?store=globex')
  await page.getByRole('textbox', { name: 'Code' }).fill('LOOKS15')
  await page.getByRole('textbox', { name: 'Percentage or amount' }).fill('15')
  await page.getByRole('button', { name: 'Add discount' }).click()
  await page.getByText('The discount was added').waitFor()
  const port = await freePort()
  receiver.listen(port, '127.0.0.1')
  // The first is answered; nobody listens at the address of the second.
  await addWebhook(page, `http://127.0.0.1:${port}/orders`, 'Accounting')
  await addWebhook(page, 'http://127.0.0.1:9/orders', 'شركة التوصيل')
  await context.close()
})
afterAll(async () => {
  for (const each of [helper, documentedApp, imitator]) await each.close()
  receiver.close()
  await browser.close()
})

type Scene = {
  readonly name: string
  readonly email: string | null
  readonly path?: string | (() => string | Promise<string>)
  readonly after?: (page: Page) => Promise<unknown>
  /** Whether the scene ends its session, so that the next one must sign in. */
  readonly endsSession?: boolean
  /** Whether the documentation shows it. */
  readonly isDocumented?: boolean
}

const openAll = async (page: Page) => {
  const closed = page.locator('main details:not([open]):not([name]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
  await page.locator('details[name] > summary').nth(2).click()
}

const openRows = async (page: Page) => {
  const closed = page.locator('main details:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
}

const inviteExistingMember = async (page: Page) => {
  await page.getByText('New invitation').click()
  await page.getByRole('textbox', { name: 'Email address' }).fill('staff@acme.test')
  await page.getByRole('radio', { name: 'Viewer' }).check()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('They are already a member').waitFor()
}

const saveInvalidProfile = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Time zone' }).fill('Kuwait City')
  await page.getByRole('textbox', { name: 'Short name' }).fill('globex')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a time zone').waitFor()
}

const saveInvalidMethod = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Name' }).fill('توصيل سريع')
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('2,500')
  await page.getByRole('textbox', { name: 'Countries and regions' }).fill('Kuwait: Hawalli, حولي\nAtlantis')
  await page.getByRole('button', { name: 'Add method' }).click()
  await page.getByText('is not a country').waitFor()
}

const saveInvalidTax = async (page: Page) => {
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('textbox', { name: 'Rate (%)' }).fill('5,5')
  await page.getByRole('textbox', { name: 'Other countries' }).fill('Saudi Arabia')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter a rate from 0 to 100').waitFor()
}

const saveInvalidDiscount = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Code' }).fill('SUMMER 15')
  await page.getByRole('radio', { name: 'Certain products' }).check()
  await page.getByRole('textbox', { name: 'Certain products' }).fill('no-such-product')
  await page.getByRole('button', { name: 'Add discount' }).click()
  await page.getByText('No product has the slug or SKU').waitFor()
}

const openFirst = async (page: Page) => {
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click()
  await openRows(page)
}

const addWebhook = async (page: Page, url: string, name: string) => {
  await page.goto('/settings/webhooks/new?store=globex')
  await page.getByLabel('Address of your server').fill(url)
  await page.getByLabel('Description').fill(name)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('link', { name: 'I have copied it' }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText('The test event is on its way').waitFor()
}

const openWebhook = async (page: Page) => {
  await page.locator('main li a[href^="/settings/webhooks/"]').first().click()
  await page.getByText('webhook.test').first().waitFor()
  await openRows(page)
}

const openDeliveries = async (page: Page) => {
  await openWebhook(page)
  await page.locator('a[href*="/deliveries?"]').click()
  await page.waitForURL('**/deliveries?*')
  await openRows(page)
}

const saveInvalidWebhook = async (page: Page) => {
  await page.getByLabel('Address of your server').fill('https://10.0.0.1/orders')
  await page.locator('summary', { hasText: 'Orders' }).click()
  await page.getByLabel('A payment was recorded').check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByText('We can only send to').waitFor()
}

const rotateSecret = async (page: Page) => {
  await openWebhook(page)
  await page.locator('form[action$="/rotate"] button').click()
  await page.locator('#secret').waitFor()
}

/** In either language. */
const create = async (form: Locator, name: string) => {
  await form.locator('summary').first().click()
  await form.locator('input[name=name]').fill(name)
  await form.locator('button.primary').click()
}

const createToken = (page: Page) => create(page.locator('#new-token'), 'Nightly stock report')

const createKey = (page: Page) => create(page.locator('#new-key'), 'Warehouse system')

const createTokenLate = async (page: Page) => {
  await ageSessions('admin@acme.test')
  await createToken(page)
  await page.getByText('Sign in again to continue').waitFor()
}

const createTokenAfterSignIn = async (page: Page) => {
  await createTokenLate(page)
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await logIn(page, 'admin@acme.test')
  await page.getByText('You have signed in again').waitFor()
}

const allowWithoutScopes = async (page: Page) => {
  for (const each of await page.locator('input[name=scopes]').all()) await each.uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()
}

const scenes: readonly Scene[] = [
  { name: 'settings', email: 'merchant@both.test', path: '/settings/mcp?store=acme', isDocumented: true },
  { name: 'settings-open', email: 'merchant@both.test', path: '/settings/mcp?store=acme', after: openAll },
  { name: 'settings-empty', email: 'owner@globex.test', path: '/settings/mcp' },
  { name: 'new-token', email: 'owner@globex.test', path: '/settings/mcp', after: createToken, isDocumented: true },
  { name: 'consent', email: 'merchant@both.test', path: () => claudeUrl(baseUrl, everyScope), isDocumented: true },
  { name: 'consent-unverified', email: 'owner@acme.test', path: () => helper.authorizeUrl(), isDocumented: true },
  { name: 'consent-described', email: 'owner@acme.test', path: () => documentedApp.url },
  { name: 'consent-imitated', email: 'owner@acme.test', path: () => imitator.url },
  {
    name: 'consent-incomplete',
    email: 'owner@acme.test',
    path: () => helper.authorizeUrl(),
    after: allowWithoutScopes,
  },
  { name: 'consent-staff', email: 'staff@acme.test', path: () => helper.authorizeUrl() },
  { name: 'consent-no-store', email: 'nobody@nowhere.test', path: () => helper.authorizeUrl() },
  { name: 'first-store', email: 'nobody@nowhere.test', path: '/settings/mcp' },
  { name: 'staff', email: 'staff@acme.test', path: '/settings/mcp' },
  { name: 'new-key', email: 'owner@globex.test', path: '/settings/keys', after: createKey },
  { name: 'keys', email: 'owner@globex.test', path: '/settings/keys', isDocumented: true },
  { name: 'keys-open', email: 'owner@globex.test', path: '/settings/keys', after: openRows },
  { name: 'keys-staff', email: 'staff@acme.test', path: '/settings/keys' },
  { name: 'webhooks', email: 'owner@globex.test', path: '/settings/webhooks', isDocumented: true },
  { name: 'webhook', email: 'owner@globex.test', path: '/settings/webhooks', after: openWebhook },
  { name: 'webhook-deliveries', email: 'owner@globex.test', path: '/settings/webhooks', after: openDeliveries },
  { name: 'webhook-new', email: 'owner@globex.test', path: '/settings/webhooks/new' },
  { name: 'webhook-wrong', email: 'owner@globex.test', path: '/settings/webhooks/new', after: saveInvalidWebhook },
  { name: 'webhook-secret', email: 'owner@globex.test', path: '/settings/webhooks', after: rotateSecret },
  { name: 'webhooks-staff', email: 'staff@acme.test', path: '/settings/webhooks' },
  { name: 'members', email: 'merchant@both.test', path: '/settings/members?store=acme', isDocumented: true },
  { name: 'members-open', email: 'owner@acme.test', path: '/settings/members', after: openRows },
  { name: 'members-admin', email: 'admin@acme.test', path: '/settings/members' },
  { name: 'members-wrong', email: 'owner@acme.test', path: '/settings/members', after: inviteExistingMember },
  { name: 'members-staff', email: 'staff@acme.test', path: '/settings/members' },
  { name: 'store', email: 'owner@globex.test', path: '/settings/store', isDocumented: true },
  { name: 'store-wrong', email: 'owner@acme.test', path: '/settings/store', after: saveInvalidProfile },
  { name: 'store-viewer', email: 'viewer@acme.test', path: '/settings/store', after: openRows },
  { name: 'delivery', email: 'owner@globex.test', path: '/settings/delivery', isDocumented: true },
  { name: 'delivery-method', email: 'owner@globex.test', path: '/settings/delivery', after: openFirst },
  { name: 'delivery-wrong', email: 'owner@globex.test', path: '/settings/delivery/new', after: saveInvalidMethod },
  { name: 'delivery-viewer', email: 'viewer@acme.test', path: '/settings/delivery' },
  { name: 'delivery-refused', email: 'viewer@acme.test', path: '/settings/delivery/new' },
  { name: 'tax', email: 'owner@globex.test', path: '/settings/tax', isDocumented: true },
  { name: 'tax-wrong', email: 'owner@globex.test', path: '/settings/tax', after: saveInvalidTax },
  { name: 'tax-staff', email: 'staff@acme.test', path: '/settings/tax' },
  { name: 'discounts', email: 'owner@globex.test', path: '/settings/discounts', isDocumented: true },
  { name: 'discount', email: 'owner@globex.test', path: '/settings/discounts', after: openFirst },
  { name: 'discount-wrong', email: 'owner@globex.test', path: '/settings/discounts/new', after: saveInvalidDiscount },
  { name: 'discounts-viewer', email: 'viewer@acme.test', path: '/settings/discounts' },
  { name: 'invited', email: 'viewer@acme.test', path: '/settings/store' },
  { name: 'sessions', email: 'admin@acme.test', path: '/settings/sessions' },
  { name: 'sign-in-again', email: 'admin@acme.test', after: createTokenLate },
  { name: 'signed-in-again', email: 'admin@acme.test', after: createTokenAfterSignIn, endsSession: true },
  { name: 'left', email: null, path: '/settings/left' },
  { name: 'request-gone', email: 'owner@acme.test', path: '/settings/authorize?request=x' },
  { name: 'unknown-app', email: null, path: '/api/oauth/authorize?client_id=x' },
  { name: 'signed-out', email: null, path: '/settings/signed-out' },
  { name: 'no-such-page', email: null, path: '/settings/nothing' },
]

// Those that the documentation shows are of every page.
const opened = scenes.filter(({ isDocumented }) => isLong || isDocumented === true)

/** The scenes that are also opened in Arabic. */
const arabicScenes = [
  'settings',
  'consent-unverified',
  'webhooks',
  'webhook',
  'webhook-deliveries',
  'webhook-secret',
  'new-token',
  'new-key',
  'members',
  'store',
  'store-viewer',
  'delivery',
  'sessions',
  'unknown-app',
]

const pathOf = async ({ path = '/settings/mcp' }: Scene) => (typeof path === 'string' ? path : path())

type Cookies = Parameters<BrowserContext['addCookies']>[0]

const signedIn = new Map<string, Cookies>()

/** Signs in once per person; the scenes share the cookies. */
async function cookiesOf(email: string): Promise<Cookies> {
  const known = signedIn.get(email)
  if (known) return known
  const context = await openContext(browser, baseUrl)
  const page = await context.newPage()
  await page.goto('/settings/sign-in?return_to=/settings/nothing')
  await logIn(page, email)
  await page.waitForURL('**/settings/nothing')
  const cookies = await context.cookies(baseUrl)
  await context.close()
  signedIn.set(email, cookies)
  return cookies
}

async function show(scene: Scene, page: Page) {
  if (scene.email !== null) await page.context().addCookies(await cookiesOf(scene.email))
  await page.goto(await pathOf(scene))
  await scene.after?.(page)
  if (scene.email !== null && scene.endsSession === true) signedIn.delete(scene.email)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

// A new page for each scene would need a new process of the browser, which takes longer than most scenes.
describe('with one page', () => {
  let page: Page
  const consoleMessages: string[] = []
  const requested: string[] = []
  beforeAll(async () => {
    page = await (await openContext(browser, baseUrl, { size: 'phone' })).newPage()
    page.on('console', (message) => {
      // The browser logs this for every 4xx response.
      if (!message.text().startsWith('Failed to load resource: the server responded with a status of 4'))
        consoleMessages.push(message.text())
    })
    page.on('pageerror', (error) => consoleMessages.push(String(error)))
    page.on('request', (request) => requested.push(request.url()))
  })
  beforeEach(async () => {
    await page.context().clearCookies()
    await page.setViewportSize(sizes.phone)
    await page.emulateMedia({ colorScheme: 'light' })
    consoleMessages.length = 0
    requested.length = 0
  })
  afterAll(() => page.context().close())

  test.each(opened)('$name is accessible, fits the screen and loads nothing from other hosts', async (scene) => {
    await show(scene, page)

    for (const { size, scheme } of looks) {
      await page.setViewportSize(sizes[size])
      await page.emulateMedia({ colorScheme: scheme })
      expect(await accessibilityProblems(page, scheme), `${scheme} ${size}`).toEqual([])
    }

    await page.setViewportSize({ width: 320, height: 700 })
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect(overflow, 'at 320 pixels it scrolls sideways').toBe(0)
    expect(await smallTargets(page), 'targets under 44 pixels').toEqual([])
    expect(await squeezedFacts(page), 'values under 100 pixels wide').toEqual([])
    expect(consoleMessages).toEqual([])

    if (!scene.after) {
      const loaded: Promise<number>[] = []
      const load = (response: Response) => void loaded.push(response.body().then(({ length }) => length))
      page.on('response', load)
      await page.goto(page.url())
      page.off('response', load)
      const lengths = await Promise.all(loaded)
      expect(lengths.length).toBeGreaterThan(0)
      const bytes = lengths.reduce((sum, length) => sum + length, 0)
      expect(bytes).toBeLessThan(50 * 1024)
      for (const url of requested) expect(url.startsWith(`${baseUrl}/`), url).toBe(true)
    }
  })
})

test('the pages in Arabic are accessible, fit the screen and have no script errors', async () => {
  const page = await (await openContext(browser, baseUrl, { size: 'phone', locale: 'ar-KW' })).newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  for (const scene of opened.filter(({ name }) => arabicScenes.includes(name))) {
    await page.context().clearCookies()
    await page.setViewportSize(sizes.phone)
    await show(scene, page)
    expect(await page.locator('html').getAttribute('dir'), scene.name).toBe('rtl')
    // The colours are those of the pages in English.
    expect(await accessibilityProblems(page, 'light'), scene.name).toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect(overflow, `${scene.name}: at 320 pixels it scrolls sideways`).toBe(0)
    expect(await smallTargets(page), `${scene.name}: targets under 44 pixels`).toEqual([])
    expect(await squeezedFacts(page), `${scene.name}: values under 100 pixels wide`).toEqual([])
  }
  expect(errors).toEqual([])
  await page.context().close()
})

/** The part of the DOM's element that is used here. */
type Target = { getBoundingClientRect(): { height: number; width: number }; innerText: string }

/** Targets less than 44 pixels high. Links within a sentence are exempt (WCAG 2.5.8). */
async function smallTargets(page: Page): Promise<string[]> {
  const targets = await page
    .locator(
      'button:visible, summary:visible, a.button:visible, a.brand:visible, a.who:visible, select:visible, label.pick:visible, nav a:visible',
    )
    .evaluateAll((targets: readonly Target[]) =>
      targets.map((target) => ({ height: target.getBoundingClientRect().height, text: target.innerText })),
    )
  expect(targets.length).toBeGreaterThan(0)
  return targets.filter(({ height }) => height < 44).map(({ height, text }) => `${height}: ${text}`)
}

/** Values beside long labels that are left too little room to be read. */
const squeezedFacts = (page: Page): Promise<string[]> =>
  page
    .locator('dd')
    .evaluateAll((values: readonly Target[]) =>
      values.filter((value) => value.getBoundingClientRect().width < 100).map(({ innerText }) => innerText),
    )

test('the consent page can be used with the keyboard alone', async () => {
  const context = await openContext(browser, baseUrl)
  const page = await context.newPage()
  await openAs(page, 'owner@acme.test')
  await page.goto(await helper.authorizeUrl())
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').innerText()).toBe('Skip to content')
  await page.keyboard.press('Enter')
  const passed: string[] = []
  while (passed.at(-1) !== 'cancel' && passed.length < 20) {
    await page.keyboard.press('Tab')
    const at = page.locator(':focus')
    passed.push((await at.getAttribute('value')) ?? (await at.innerText()))
  }
  expect(passed).toEqual(
    expect.arrayContaining(['Use another account', 'orders:read', 'orders:write', 'allow', 'cancel']),
  )
  expect(passed.indexOf('allow')).toBeGreaterThan(passed.indexOf('orders:write'))
  await context.close()
})

// Renews the pictures in docs: SCREENSHOTS=1 npx vitest run --config test/vitest.config.ts --project e2e looks
test.each(process.env['SCREENSHOTS'] === undefined ? [] : scenes.filter(({ isDocumented }) => isDocumented))(
  'screenshots of $name',
  async (scene) => {
    for (const look of [
      { size: 'desktop', scheme: 'light' },
      { size: 'phone', scheme: 'dark' },
    ] as const) {
      // What is clicked is named in English.
      for (const locale of scene.after ? ['en'] : ['en', 'ar']) {
        const context = await openContext(browser, baseUrl, { ...look, locale })
        const page = await context.newPage()
        await show(scene, page)
        await page.waitForLoadState('networkidle')
        const suffix = locale === 'en' ? '' : `-${locale}`
        await savePicture(page, `${screenshots}${scene.name}-${look.size}${suffix}.webp`)
        await context.close()
      }
    }
  },
)
