import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { listen } from '../support/node/servers/listen.ts'
import { ageSessions } from './age-sessions.ts'
import { claudeUrl, startNativeApp } from './native-app.ts'
import { isLong } from './effort.ts'
import { launch, logIn, type Look, openAs, openContext } from './browser.ts'

const { baseUrl } = inject('stack')

let browser: Browser
const toClose: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  browser = await launch()
})
afterEach(async () => {
  for (const close of toClose.splice(0)) await close()
})
afterAll(() => browser.close())

async function open(look: Look = {}): Promise<{ context: BrowserContext; page: Page }> {
  const context = await openContext(browser, baseUrl, look)
  toClose.push(() => context.close())
  return { context, page: await context.newPage() }
}

async function assistant(name: string, scope = 'catalog:read catalog:write orders:read') {
  const started = await startNativeApp(baseUrl, name, scope)
  toClose.push(() => started.close())
  return started
}

/** A foreign page: on another port of 127.0.0.1 (same site), or on localhost (another site). */
async function serveForeignPage(html: string, host: '127.0.0.1' | 'localhost' = 'localhost') {
  const { port, close } = await listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  toClose.push(close)
  return `http://${host}:${port}/`
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

/** Whether the browser runs scripts. */
const scripts = isLong ? [true, false] : [true]

test('an assistant gets a working code through sign-in and consent', async () => {
  const helper = await assistant('Shop helper')
  const { page } = await open()
  await page.goto(await helper.authorizeUrl())
  await logIn(page, 'merchant@both.test')
  await page.waitForURL('**/settings/authorize?*')

  expect(await heading(page)).toBe('Allow Shop helper to use your store?')
  await expectVisible(
    page,
    'merchant@both.test',
    'Unverified',
    'Nobody has checked who this is',
    'You will be sent back to a program on this computer',
  )
  // With two stores none is preselected, and no permission to change is ticked.
  expect(await page.locator('input[name=store_id]:checked').count()).toBe(0)
  expect(await ticked(page)).toEqual(['catalog:read', 'orders:read'])

  await page.getByLabel('Acme Goods').check()
  await page.getByLabel('Change products and stock').check()
  await page.getByLabel('See orders').uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${helper.redirectUri}?*`)
  expect(await heading(page)).toBe('Back in the assistant')
  expect(helper.answers[0]?.searchParams.get('iss')).toBe(baseUrl)
  const tokens = await helper.redeem()
  expect(tokens.scope?.split(' ').toSorted()).toEqual(['catalog:read', 'catalog:write'])

  // Listed in Settings; once disconnected, refused.
  await page.goto('/settings/mcp?store=acme')
  const row = page.getByRole('listitem').filter({ hasText: 'Shop helper' })
  expect(await row.innerText()).toContain('Can change products.')
  await row.getByText('Disconnect', { exact: false }).first().click()
  await row.getByRole('button', { name: 'Yes, disconnect Shop helper' }).click()
  await expectVisible(page, 'The assistant is disconnected')
  await expect(helper.refresh(tokens.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
})

test.runIf(isLong)(
  'a merchant whose browser is in Arabic signs in, allows an assistant, and switches to English',
  async () => {
    const helper = await assistant('مساعد المتجر')
    const { page } = await open({ locale: 'ar-KW', size: 'phone' })
    await page.goto(await helper.authorizeUrl())
    expect(new URL(page.url()).pathname).not.toContain('/settings')
    await logIn(page, 'owner@acme.test')
    await page.waitForURL('**/settings/authorize?*')
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    expect(await heading(page)).toBe('هل تسمح للتطبيق مساعد المتجر باستخدام متجرك؟')
    await expectVisible(page, 'ستعود إلى برنامج على هذا الجهاز', 'لا يستطيع أن يفعل إلا ما حددته، وفي هذا المتجر وحده')
    await page.getByRole('button', { name: 'السماح' }).click()
    await page.waitForURL(`${helper.redirectUri}?*`)
    expect((await helper.redeem()).access_token).toMatch(/^mcs_at_/)

    await page.goto('/settings/mcp?store=acme')
    await page.getByText('رمز جديد').click()
    await page.getByRole('textbox', { name: 'الاسم' }).fill('روبوت')
    await page.getByRole('button', { name: 'إنشاء الرمز' }).click()
    await page.getByRole('button', { name: 'نسخ الرمز' }).click()
    await page.getByRole('status').filter({ hasText: 'تم نسخ الرمز' }).waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'لقد نسخته' }).click()
    await page.getByRole('link', { name: 'English' }).click()
    expect(await heading(page)).toBe('Assistants')
    await page.goto('/settings/members')
    expect(await heading(page)).toBe('Members')
  },
)

test('a pop-up that leads through sign-in and consent still reaches the assistant that opened it', async () => {
  const helper = await assistant('Pop-up helper')
  const { context, page } = await open()
  await page.goto(await serveForeignPage('<title>Assistant</title>'))
  const heard = page.evaluate("new Promise((done) => addEventListener('message', ({ data }) => done(data)))")
  const url = JSON.stringify(await helper.authorizeUrl())
  const [popUp] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(`void window.open(${url}, 'consent', 'popup,width=480,height=700')`),
  ])
  await logIn(popUp, 'owner@acme.test')
  await popUp.getByRole('button', { name: 'Allow' }).click()
  await popUp.waitForURL(`${helper.redirectUri}?*`)
  expect(await popUp.evaluate('window.opener !== null')).toBe(true)
  await popUp.evaluate("window.opener.postMessage('connected', '*')")
  expect(await heard).toBe('connected')
})

test.runIf(isLong)('Cancel redirects with access_denied, even for people without a store', async () => {
  const helper = await assistant('Shop helper')
  for (const email of ['owner@acme.test', 'nobody@nowhere.test', 'staff@acme.test']) {
    const { page } = await open()
    await page.goto(await helper.authorizeUrl())
    await logIn(page, email)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${helper.redirectUri}?*`)
    expect(helper.answers.at(-1)?.searchParams.get('error')).toBe('access_denied')
    await expect(helper.redeem()).rejects.toMatchObject({ error: 'access_denied' })
  }
})

test.runIf(isLong)('answering twice counts once', async () => {
  const helper = await assistant('Shop helper')
  const { page } = await open()
  await page.goto(await helper.authorizeUrl())
  await logIn(page, 'owner@acme.test')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${helper.redirectUri}?*`)
  await page.goBack()
  // The browser shows the form again, or asks for the page, which has no form any more.
  const allow = page.getByRole('button', { name: 'Allow' })
  await allow.or(page.getByText('This request is no longer open')).first().waitFor()
  if (await allow.isVisible()) await allow.click()
  await expectVisible(page, 'This request is no longer open')
  expect(helper.answers).toHaveLength(1)
})

test.runIf(isLong)('a request shown in one browser cannot be answered in another', async () => {
  const helper = await assistant('Shop helper')
  const { page: first } = await open()
  await first.goto(await helper.authorizeUrl())
  await logIn(first, 'owner@acme.test')
  await first.waitForURL('**/settings/authorize?*')
  const { page: second } = await open()
  await second.goto(first.url())
  await logIn(second, 'owner@acme.test')
  await expectVisible(second, 'This request is no longer open')
})

test.runIf(isLong)('an API key is created, used on REST, listed and revoked', async () => {
  const { page } = await open()
  await openAs(page, 'owner@acme.test')
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByText('New API key').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Courier')
  expect(await ticked(page)).toEqual(['catalog:read', 'orders:read'])
  await page.getByLabel('Add and edit customers').check()
  await page.getByRole('button', { name: 'Create API key' }).click()
  expect(await heading(page)).toBe('Copy your API key now')
  const secret = await page.locator('#secret').innerText()
  expect(secret).toMatch(/^mcs_key_[0-9A-Za-z]{36}$/)
  const call = (path: string) => fetch(`${baseUrl}${path}`, { headers: { Authorization: `Bearer ${secret}` } })
  expect((await call('/api/customers')).status).toBe(200)
  expect((await call('/api/analytics/summary')).status).toBe(403)

  await page.getByRole('link', { name: 'I have copied it' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Courier' })
  expect(await row.innerText()).toContain('Can change customers. Can see products and orders.')
  expect(await row.innerText()).toContain('Last used')
  expect(await page.content()).not.toContain(secret)
  await row.getByText('Revoke').first().click()
  await row.getByRole('button', { name: 'Yes, revoke Courier' }).click()
  await expectVisible(page, 'The API key is revoked')
  expect((await call('/api/customers')).status).toBe(401)
})

test('a token is created, copied, listed and revoked', async () => {
  const { page } = await open()
  await openAs(page, 'owner@acme.test')
  await page.getByText('New token').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Copied robot')
  await page.getByRole('button', { name: 'Create token' }).click()
  expect(await heading(page)).toBe('Copy your token now')
  const secret = await page.locator('#secret').innerText()
  expect(secret).toMatch(/^mcs_mcp_[0-9A-Za-z]{36}$/)

  await page.getByRole('button', { name: 'Copy Token' }).click()
  await page.getByRole('status').filter({ hasText: 'Token copied' }).waitFor({ state: 'attached' })
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
  expect(await page.locator('#cursor').innerText()).toContain(`"Authorization": "Bearer ${secret}"`)

  await page.getByRole('link', { name: 'I have copied it' }).click()
  expect(await page.content()).not.toContain(secret)
  const row = page.getByRole('listitem').filter({ hasText: 'Copied robot' })
  await row.getByText('Revoke').first().click()
  await row.getByRole('button', { name: 'Yes, revoke Copied robot' }).click()
  await expectVisible(page, 'The token is revoked')
  // Going back must not show the secret again.
  for (let step = 0; step < 2; step++) {
    await page.goBack().catch(() => undefined)
    await page.waitForLoadState()
    await expect.poll(() => page.content().catch(() => secret)).not.toContain(secret)
  }
})

test('everything works without JavaScript', async () => {
  const helper = await assistant('Scriptless helper')
  const { page } = await open({ script: false })
  await page.goto(await helper.authorizeUrl())
  await logIn(page, 'owner@acme.test')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${helper.redirectUri}?*`)
  expect((await helper.redeem()).access_token).toMatch(/^mcs_at_/)

  await page.goto('/settings/mcp')
  expect(await page.locator('[data-copy]:visible').count()).toBe(0)
  await page.getByText('New token').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Scriptless robot')
  await page.getByRole('button', { name: 'Create token' }).click()
  expect(await page.locator('#secret').innerText()).toMatch(/^mcs_mcp_/)
  await page.getByRole('link', { name: 'I have copied it' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Scriptless robot' })
  await row.getByText('Revoke').first().click()
  await row.getByRole('button', { name: 'Yes, revoke Scriptless robot' }).click()
  await expectVisible(page, 'The token is revoked')
})

test.runIf(isLong)('staff and viewers learn who can manage assistants', async () => {
  for (const email of ['staff@acme.test', 'viewer@acme.test']) {
    const { page } = await open()
    await openAs(page, email)
    expect((await page.goto('/settings/mcp'))?.status()).toBe(403)
    await expectVisible(page, 'Only owners and admins can manage assistants')
  }
})

test.each(scripts)('a colleague is invited, joins, changes role and is removed (script: %s)', async (script) => {
  const { page: owner } = await open({ script })
  await openAs(owner, 'owner@globex.test', '/settings/members')
  await owner.getByText('New invitation').click()
  await owner.getByRole('textbox', { name: 'Email address' }).fill('Nobody@Nowhere.test')
  await owner.getByRole('radio', { name: 'Viewer' }).check()
  await owner.getByRole('button', { name: 'Invite', exact: true }).click()
  await expectVisible(owner, 'Invitation created', 'nobody@nowhere.test')

  const { page: colleague } = await open({ script })
  await openAs(colleague, 'nobody@nowhere.test', await owner.getByLabel('Sign-in link').inputValue())
  await expectVisible(colleague, 'You have no store yet', 'You are invited to join')
  await colleague.getByRole('button', { name: 'Accept' }).click()
  await expectVisible(colleague, 'غلوبكس الكويت', 'In this store you are a viewer.')

  await owner.getByRole('link', { name: 'Members' }).click()
  const row = owner.getByRole('listitem').filter({ hasText: 'nobody@nowhere.test' })
  await row.getByText('Change role').click()
  await row.getByLabel('Role').selectOption('Staff')
  await row.getByRole('button', { name: 'Save' }).click()
  await expectVisible(owner, 'The role was changed')
  await colleague.reload()
  await expectVisible(colleague, 'In this store you are a member of staff.')

  await row.getByText('Remove').first().click()
  await row.getByRole('button', { name: 'Yes, remove nobody@nowhere.test' }).click()
  await expectVisible(owner, 'The member was removed')
  await colleague.reload()
  await expectVisible(colleague, 'You have no store yet')
})

test.runIf(isLong)('a member is invited with the keyboard alone', async () => {
  const { page } = await open()
  await openAs(page, 'owner@acme.test', '/settings/members')
  const focused = page.locator(':focus')
  const tabTo = async (pattern: RegExp) => {
    const passed: string[] = []
    while (passed.length < 30) {
      await page.keyboard.press('Tab')
      if ((await focused.count()) === 0) continue
      passed.push(`${await focused.innerText()} ${await focused.getAttribute('name')}`)
      if (pattern.test(passed.at(-1) ?? '')) return
    }
    throw new Error(`the Tab key does not reach ${pattern}, only ${passed.join(', ')}`)
  }
  await tabTo(/^New invitation/)
  await page.keyboard.press('Enter')
  await tabTo(/email$/)
  await page.keyboard.type('keys@acme.test')
  await tabTo(/role$/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectVisible(page, 'Invitation created', 'keys@acme.test')
  const row = page.getByRole('listitem').filter({ hasText: 'keys@acme.test' })
  expect(await row.locator('.tag').allInnerTexts()).toEqual(['Admin', 'Invited'])
  await row.getByText('Revoke').first().focus()
  await page.keyboard.press('Enter')
  await tabTo(/^Yes, revoke\s+keys@acme.test/)
  await page.keyboard.press('Enter')
  await expectVisible(page, 'The invitation was revoked')
})

test("an owner can change a store's profile, but not its currency", async () => {
  const { page } = await open({ script: false })
  await openAs(page, 'owner@globex.test', '/settings/store')
  expect(await heading(page)).toBe('غلوبكس الكويت')
  await expectVisible(page, 'Kuwaiti Dinar (KWD)')
  const phone = page.getByLabel('Phone', { exact: true })
  const before = await phone.inputValue()
  await phone.fill('+965 2222 2000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectVisible(page, 'Your changes are saved')
  expect(await phone.inputValue()).toBe('+965 2222 2000')
  await phone.fill(before)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectVisible(page, 'Your changes are saved')
})

test('a person without a store creates one during consent and continues', async () => {
  const helper = await assistant('Shop helper')
  const { page } = await open()
  await page.goto(await helper.authorizeUrl())
  await logIn(page, 'nobody@nowhere.test')
  await page.getByRole('textbox', { name: 'Name' }).fill('متجر جديد')
  await page.getByRole('combobox', { name: 'Currency' }).fill('kwd')
  await page.getByRole('button', { name: 'Create store' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${helper.redirectUri}?*`)
  expect((await helper.redeem()).access_token).toMatch(/^mcs_at_/)
})

test.runIf(isLong)('switching accounts keeps the request', async () => {
  const helper = await assistant('Shop helper')
  const { page } = await open()
  await page.goto(await helper.authorizeUrl())
  await logIn(page, 'staff@acme.test')
  await expectVisible(page, 'You cannot connect an assistant')
  await page.getByRole('link', { name: 'Use another account' }).click()
  await logIn(page, 'owner@acme.test')
  await page.waitForURL('**/settings/authorize?*')
  await expectVisible(page, 'owner@acme.test')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${helper.redirectUri}?*`)
})

test.each(scripts)(
  'after 16 minutes, creating a token requires signing in again and keeps the form (script: %s)',
  async (script) => {
    const { page } = await open({ script })
    await openAs(page, 'admin@acme.test')
    await ageSessions('admin@acme.test')
    const name = `Late robot ${script}`
    await page.getByText('New token').click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('checkbox', { name: 'See orders' }).uncheck()
    await page.getByRole('button', { name: 'Create token' }).click()
    expect(await heading(page)).toBe('Sign in again to continue')
    await page.getByRole('link', { name: 'Sign in again' }).click()
    // The provider still has a session, but must ask anyway.
    await logIn(page, 'admin@acme.test')
    await expectVisible(page, 'You have signed in again')
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(name)
    expect(await page.getByRole('checkbox', { name: 'See orders' }).isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Create token' }).click()
    expect(await heading(page)).toBe('Copy your token now')
  },
)

test.runIf(isLong)('signing in again as somebody else discards the form', async () => {
  const { page } = await open()
  await openAs(page, 'admin@acme.test')
  await ageSessions('admin@acme.test')
  await page.getByText('New token').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Of the admin alone')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await logIn(page, 'owner@acme.test')
  await expectVisible(page, 'You signed in with another account')
  await page.getByRole('link', { name: 'Go to Settings' }).click()
  await expectVisible(page, 'owner@acme.test')
  expect(await page.content()).not.toContain('Of the admin alone')
})

test.runIf(isLong)('signing out everywhere ends the session of another browser', async () => {
  const [{ page: laptop }, { page: phone }] = [await open(), await open({ size: 'phone' })]
  for (const page of [laptop, phone]) await openAs(page, 'admin@acme.test')
  await laptop.getByRole('link', { name: 'admin@acme.test' }).click()
  expect(await heading(laptop)).toBe('Your sessions')
  await expectVisible(laptop, 'This browser')
  await laptop.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expectVisible(laptop, 'You are signed out everywhere')
  await phone.reload()
  await phone.getByLabel('Password').waitFor()
})

test.runIf(isLong)('after signing out, the next person must enter credentials', async () => {
  const { page } = await open()
  await openAs(page, 'owner@acme.test')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectVisible(page, 'You are signed out')
  await page.goto('/settings/mcp')
  await page.getByLabel('Password').waitFor()
})

test('attack: a page in a frame shows nothing', async () => {
  const { context, page } = await open()
  await openAs(page, 'owner@acme.test')
  await page.goto(claudeUrl(baseUrl, 'orders:read'))
  for (const host of ['127.0.0.1', 'localhost'] as const) {
    const attacker = await context.newPage()
    const consoleMessages: string[] = []
    attacker.on('console', (message) => consoleMessages.push(message.text()))
    await attacker.goto(
      await serveForeignPage(
        `<iframe src="${page.url()}"></iframe><iframe src="${baseUrl}/settings/mcp"></iframe>`,
        host,
      ),
    )
    await expect.poll(() => consoleMessages.filter((text) => text.includes("frame-ancestors 'none'"))).toHaveLength(2)
    for (const frame of attacker.frames().slice(1)) expect(await frame.locator('h1, form').count()).toBe(0)
  }
})

test('attack: a form on another page creates no token, even with a stolen form token', async () => {
  const { context, page } = await open()
  await openAs(page, 'owner@acme.test')
  const hidden = await page.locator('#new-token input[type=hidden]').all()
  const stolen = await Promise.all(
    hidden.map(
      async (each) => `<input name="${await each.getAttribute('name')}" value="${await each.getAttribute('value')}">`,
    ),
  )
  expect(stolen.join('')).toMatch(/form_token" value="[\w-]{43}"/)
  const form = `<form method="post" action="${baseUrl}/settings/mcp/tokens">${stolen.join('')}
    <input name="name" value="Stolen"><input name="scopes" value="orders:write"><input name="expires_in_days" value="90"><button>Win</button></form>`
  // From another site, the browser withholds the cookie. From another port of the same site it sends it, and we refuse.
  for (const [host, status] of [
    ['localhost', 401],
    ['127.0.0.1', 403],
  ] as const) {
    const attacker = await context.newPage()
    await attacker.goto(await serveForeignPage(form, host))
    const answered = attacker.waitForResponse((response) => response.url().endsWith('/settings/mcp/tokens'))
    await attacker.getByRole('button').click()
    expect((await answered).status(), host).toBe(status)
  }
  await page.reload()
  expect(await page.getByText('Stolen').count()).toBe(0)
})

test.runIf(isLong)('attack: no redirect leads to another host', async () => {
  for (const evil of [
    '//evil.test/',
    '/\\evil.test/',
    'https://evil.test/',
    '/settings/..//evil.test',
    '%2F%2Fevil.test',
  ]) {
    const { page } = await open()
    await page.goto(`/settings/sign-in?return_to=${encodeURIComponent(evil)}`)
    await logIn(page, 'owner@acme.test')
    await page.waitForURL(`${baseUrl}/console/acme`)
  }
  const helper = await assistant('Shop helper')
  const { page } = await open()
  for (const redirect_uri of ['https://evil.test/callback', `${helper.redirectUri}/../x`, 'javascript:alert(1)']) {
    const answer = await page.goto(await helper.authorizeUrl({ redirect_uri }))
    expect(answer?.status()).toBe(400)
    expect(new URL(page.url()).origin).toBe(baseUrl)
    await expectVisible(page, 'Nothing was shared')
  }
})

async function expectVisible(page: Page, ...texts: string[]) {
  for (const text of texts) await page.getByText(text, { exact: false }).first().waitFor({ state: 'visible' })
}

const ticked = async (page: Page) =>
  Promise.all((await page.locator('input[name=scopes]:checked').all()).map((each) => each.getAttribute('value')))
