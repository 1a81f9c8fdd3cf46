import { expect, test } from 'vitest'
import { ServiceError } from '../../../../src/platform/errors/errors.ts'
import { errorBy } from '../../../../src/platform/operation/refusals.ts'
import { discountRefusals } from '../../../../src/areas/discounts/discount-fields.ts'
import { refusalText } from '../../../../src/pages/settings/page/error-text.ts'
import { wordsIn } from '../../../../src/pages/settings/words/words.ts'
import { openWeb, openWebShop, type Web } from '../../../support/callers/web.ts'

const arabic = { 'Accept-Language': 'ar-KW,ar;q=0.9,en;q=0.8' }

const languageOf = ({ html }: { html: string }) => /<html lang="(\w+)" dir="(\w+)"/.exec(html)?.slice(1)

test.each([
  ['ar', 'ar'],
  ['ar-KW,en;q=0.8', 'ar'],
  ['en;q=0.5, ar;q=0.9', 'ar'],
  ['AR', 'ar'],
  ['fr-FR, ar;q=0.4, en;q=0.3', 'ar'],
  ['en-GB,ar;q=0.9', 'en'],
  ['ar;q=0, en', 'en'],
  ['arz', 'en'],
  ['fr', 'en'],
  ['*', 'en'],
  ['', 'en'],
])('a browser that accepts %s sees the pages in %s', async (accepted, language) => {
  const answer = await openWeb().get('/settings/signed-out', { 'Accept-Language': accepted })
  expect(languageOf(answer)).toEqual([language, language === 'ar' ? 'rtl' : 'ltr'])
  expect(answer.headers.get('Content-Language')).toBe(language)
  expect(answer.headers.get('Vary')).toContain('Accept-Language, Cookie')
})

test('the language that a merchant chooses is remembered, and the address stays the same', async () => {
  const { owner, page } = await openWebShop()
  const switchOf = ({ html }: { html: string }) =>
    /class="language" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const chosen = await owner.get(switchOf(await owner.get(page)))
  expect(chosen.status).toBe(303)
  expect(chosen.headers.get('Location')).toBe(page)
  expect(chosen.headers.get('Set-Cookie')).toMatch(
    /^__Host-language=ar; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const inArabic = await owner.get(page)
  expect(languageOf(inArabic)).toEqual(['ar', 'rtl'])
  expect(inArabic.html).toContain('<h1>المساعدون</h1>')
  // Even for a browser in English, and on the way through signing in.
  const english = { 'Accept-Language': 'en' }
  expect(languageOf(await owner.get('/settings/sessions', english))).toEqual(['ar', 'rtl'])
  expect((await owner.startSignIn(page, { again: true })).searchParams.get('ui_locales')).toBe('ar')
  await owner.get(switchOf(inArabic))
  expect(languageOf(await owner.get(page, arabic))).toEqual(['en', 'ltr'])
})

test('an unknown language is ignored, and only opening a page chooses one', async () => {
  const web = openWeb()
  const unknown = await web.get('/settings/signed-out?language=xx')
  expect(unknown.status).toBe(200)
  const posted = await web.post('/settings/sign-out?language=ar', {})
  expect(languageOf(posted)).toEqual(['en', 'ltr'])
  expect(web.cookies.has('__Host-language')).toBe(false)
})

test('the answer to a form offers no other language, because leaving it would lose what it shows', async () => {
  const { owner, page } = await openWebShop()
  const fields = { name: 'Robot', scopes: ['orders:read'], expires_in_days: '30' }
  const created = await owner.submit(page, '/settings/mcp/tokens', fields)
  expect(created.html).toContain('mcs_mcp_')
  expect(created.html).not.toContain('class="language"')
})

/** What a page says, without what is in English on purpose: names, codes, addresses and texts of other programs. */
const saidIn = (html: string) =>
  html
    .replace(/^.*<body/s, '<body')
    .replaceAll(
      /<(bdi|code|pre|option|textarea|b dir="ltr"|span lang="en")\b.*?<\/(bdi|code|pre|option|textarea|b|span)>/gs,
      '',
    )
    .replaceAll(/\u2066.*?\u2069/gs, '')
    .replaceAll(/<a class="language".*?<\/a>/gs, '')
    .replaceAll(/ (?:aria-label|alt|title|placeholder|data-(?:copied|announced|press|failed))="([^"]*)"/g, '>$1<')
    .replaceAll(/<[^>]*>/g, '\n')

/** Sentences of the English catalogue. Those with parameters are left out. */
function sentencesIn(words: unknown): string[] {
  if (typeof words !== 'string') return Object.values(words ?? {}).flatMap(sentencesIn)
  return words.includes(' ') ? [words.replaceAll(/<[^>]*>/g, '')] : []
}

// As JSON, texts with markup are strings, and functions are left out.
const english = sentencesIn(JSON.parse(JSON.stringify(wordsIn('en'))))

async function expectArabic(web: Web, path: string, status = 200) {
  const shown = await web.get(path, arabic)
  expect(shown.status, `${path}: ${shown.html}`).toBe(status)
  expect(languageOf(shown), path).toEqual(['ar', 'rtl'])
  const said = saidIn(shown.html)
  expect(
    english.filter((sentence) => said.includes(sentence)),
    path,
  ).toEqual([])
  expect(said.match(/[A-Za-z']{2,} +[a-z']{2,} +[a-z']{2,}.*/g), `${path} has a text in English`).toBeNull()
}

test('every page is in Arabic for a browser in Arabic', async () => {
  expect(english.length).toBeGreaterThan(200)
  const { owner, hire, store } = await openWebShop({ name: 'متجر' })
  const at = (path: string) => `/settings/${path}?store=${store.slug}`
  const submit = async (page: string, action: string, fields: Record<string, string | string[]>) => {
    const { html } = await owner.get(page)
    expect(html).toContain(action)
    return owner.submit(page, action, fields)
  }
  await submit(at('delivery/new'), '/settings/delivery', {
    name: 'توصيل',
    kind: 'delivery',
    active: 'on',
    price: '2',
    free_from: '20',
    rate_per_kg: '1',
    cod_fee: '0.5',
    zones: 'الكويت: حولي\nSaudi Arabia',
    min_days: '1',
    max_days: '3',
  })
  await submit(at('discounts/new'), '/settings/discounts', {
    how: 'code',
    code: 'SUMMER',
    kind: 'percentage',
    value: '15',
    max_amount: '5',
    goods: 'tags',
    tags: 'صيف, شتاء',
    starts_at: '2026-11-21T08:00',
    ends_at: '2031-11-21T08:00',
    usage_limit: '3',
    active: 'on',
  })
  await submit(at('members'), '/settings/members', { email: 'amal@kuwait.test', role: 'staff' })
  const editOf = async (list: string) =>
    /href="(\/settings\/\w+\/[0-9a-f-]{36}[^"]*)"/.exec((await owner.get(at(list))).html)?.[1]?.replaceAll('&amp;', '&')
  const pages = [
    ...['mcp', 'keys', 'webhooks', 'webhooks/new', 'members', 'store', 'delivery', 'delivery/new'].map(at),
    ...['tax', 'discounts', 'discounts/new'].map(at),
    (await editOf('delivery')) ?? '',
    (await editOf('discounts')) ?? '',
    '/settings/sessions',
    '/settings/left',
    '/settings/signed-out',
  ]
  for (const page of pages) await expectArabic(owner, page)
  await expectArabic(owner, '/settings/nothing', 404)
  await expectArabic(owner, '/settings/authorize?request=x', 404)
  await expectArabic(owner, '/settings/mcp?store=no-such', 404)
  await expectArabic(openWeb(), '/api/oauth/authorize?client_id=x', 400)
  await expectArabic(openWeb(), '/settings/callback?state=x', 400)

  const viewer = await hire('viewer')
  for (const page of ['mcp', 'keys', 'webhooks', 'members']) await expectArabic(viewer, at(page), 403)
  for (const page of ['store', 'tax', 'delivery', 'discounts']) await expectArabic(viewer, at(page))
  await expectArabic(viewer, at('delivery/new'), 403)
  const stranger = openWeb()
  await stranger.signIn(`user_${crypto.randomUUID()}`)
  await expectArabic(stranger, '/settings/mcp')
})

test('what is wrong with a form is said in Arabic', async () => {
  const { owner, store } = await openWebShop()
  await owner.get('/settings/sessions?language=ar')
  const at = (path: string) => `/settings/${path}?store=${store.slug}`
  const invalid: readonly (readonly [page: string, action: string, fields: Record<string, string>, said: string])[] = [
    ['mcp', '/settings/mcp/tokens', { name: ' ' }, 'لم يُنشأ الرمز'],
    ['keys', '/settings/keys', { name: ' ' }, 'لم يُنشأ مفتاح API'],
    ['members', '/settings/members', { email: 'x', role: 'boss' }, 'أدخل بريدًا إلكترونيًا كاملًا'],
    [
      'store',
      '/settings/store',
      { name: '', timezone: 'Mars', max_units_per_line: '0' },
      'أدخل عددًا صحيحًا من 1 إلى 100.',
    ],
    ['tax', '/settings/tax', { charged: 'yes', rate: '101', country_rates: 'Atlantis 5' }, 'ليس اسم دولة'],
    ['delivery/new', '/settings/delivery', { name: '', kind: 'x', price: 'free' }, 'أدخل مبلغًا مثل 2.50'],
    ['discounts/new', '/settings/discounts', { how: 'code', code: '', value: '200', kind: 'percentage' }, 'أدخل'],
    [
      'webhooks/new',
      '/settings/webhooks',
      { url: 'https://10.0.0.1/orders', events: 'order.*' },
      'لا نرسل إلا إلى عنوان',
    ],
  ]
  for (const [page, action, fields, said] of invalid) {
    const answer = await owner.submit(at(page), action, fields)
    expect(answer.status, page).toBe(422)
    expect(answer.html, page).toContain(said)
    expect(
      english.filter((sentence) => saidIn(answer.html).includes(sentence)),
      page,
    ).toEqual([])
  }
  // A refusal that only the database can give, with its facts.
  const { owner: other } = await openWebShop()
  const refused = await owner.submit(at('store'), '/settings/store', {
    name: 'x',
    slug: slugOf(await other.get('/settings/store')),
    timezone: 'UTC',
    locale: 'en',
  })
  expect(refused.html).toContain('يستخدم متجر آخر هذا الاسم المختصر.')
})

const slugOf = ({ html }: { html: string }) =>
  /name="slug"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="slug"/.exec(html)?.slice(1).find(Boolean) ?? ''

test('a refusal is shown in Arabic with its facts, or else in English from left to right', () => {
  const limit = errorBy([{ code: 'limit_reached', max_discounts: 7 }], discountRefusals)
  if (!limit) throw new Error('not refused')
  expect(refusalText(limit, 'ar')).toBe('لا يزيد عدد الخصومات في المتجر على 7. احذف خصمًا أولًا.')
  expect(refusalText(limit, 'en')).toBe('A store can have at most 7 discounts. Delete one first.')
  const other = new ServiceError('cannot_reply', 'Write <later>.')
  expect(JSON.stringify(refusalText(other, 'ar'))).toContain('Write &lt;later&gt;.</span>')
  expect(JSON.stringify(refusalText(other, 'ar'))).toMatch(/^"<span lang=\\"en\\" dir=\\"ltr\\">/)
})

test('Arabic has a form of its own for one, two, a few and many', () => {
  const { deliveries, delivery, discounts, tokens } = wordsIn('ar')
  expect([1, 2, 3, 11, 100, 103].map(deliveries.attempts)).toEqual([
    'محاولة واحدة',
    'محاولتان',
    '3 محاولات',
    '11 محاولة',
    '100 محاولة',
    '103 محاولات',
  ])
  expect([0, 1, 2, 10, 99, 100].map((count) => discounts.orders(count, String(count)))).toEqual([
    'لا طلبات',
    'طلب واحد',
    'طلبان',
    '10 طلبات',
    '99 طلبًا',
    '100 طلب',
  ])
  expect([7, 30, 180].map(tokens.days)).toEqual(['7 أيام', '30 يومًا', '180 يومًا'])
  expect([delivery.inDays(2, 2), delivery.inDays(1, 2), delivery.inDays(1, 3)]).toEqual([
    'يومان',
    'من 1 إلى يومين',
    'من 1 إلى 3 أيام',
  ])
})
