import { describe, expect, test } from 'vitest'
import { expectBody, expectProblem, openShop } from '../../support/shop.ts'
import { openWindow, Storefront } from './shop-window.ts'

const injections = [
  '</style><script>alert(1)</script>',
  'red; background: url(https://evil.example)',
  '#fff',
  '#gggggg',
  '#ffffff;',
  '#ffffff}body{display:none',
  '#ffffff\n',
  ' #ffffff',
  '#fff\u0000ff',
  'rgb(0,0,0)',
  'var(--x)',
  'expression(alert(1))',
  '#１１１１１１',
]

describe('a theme rejects CSS', () => {
  test.for(injections)('as a colour: %j', async (colour) => {
    const { owner } = await openShop()
    const answer = await owner.patch('/api/storefront', { theme: { colors: { primary: colour } } })
    expect([400, 422]).toContain(answer.status)
  })

  test.for([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'http://cdn.example/a.png',
    '//cdn.example/a.png',
    '/a.png',
    'https://',
    'https:/cdn.example/a.png',
    'https:cdn.example',
    'https://user:secret@cdn.example/a.png',
    'ftp://cdn.example/a.png',
    'https://cdn.example:99999/a.png',
    `https://cdn.example/${'a'.repeat(2000)}`,
    'not a url',
    '',
  ])('as the address of a logo: %j', async (url) => {
    const { owner } = await openShop()
    const answer = await owner.patch('/api/storefront', { theme: { logo_url: url } })
    expectProblem(answer, 422, 'invalid_input')
  })

  test.for([
    `https://cdn.example/a.png');} body{background:url('https://evil.example`,
    'https://cdn.example/a.png"><script>alert(1)</script>',
    'https://cdn.example/</style><script>alert(1)</script>',
    'https://cdn.example/a(1).png',
    'https://cdn.example/a\\b.png',
    'https://cdn.example/a\tb\nc.png',
    'https://cdn.example/?q=\'"<>()\\{}|^`',
    'https://cdn.example/#\'")',
    'HTTPS://CDN.example/شعار.png',
  ])('and keeps an address so that it ends no string, url() or tag: %j', async (url) => {
    const { patch, publish, visit } = await openWindow({ published: false })
    const { theme, seo } = await patch({ theme: { logo_url: url, favicon_url: url }, seo: { image_url: url } })
    for (const kept of [theme.logo_url, theme.favicon_url, seo.image_url]) {
      expect(kept).toMatch(/^https:\/\/cdn\.example\/[^\s'"()<>\\]*$/)
      expect(new URL(kept ?? '').host).toBe('cdn.example')
    }
    await publish()
    expect(await visit()).toMatchObject({ body: { theme: { logo_url: theme.logo_url } } })
  })

  test('as a font: only listed names are accepted, each with its CSS', async () => {
    const { patch, publish, visit, owner } = await openWindow({ published: false })
    for (const font of ["Arial'; }", 'Cairo', '__proto__', 'constructor', 'toString'])
      expectProblem(await owner.patch('/api/storefront', { theme: { fonts: { body: font } } }), 422, 'invalid_input')
    await patch({ theme: { fonts: { heading: 'cairo', body: 'playfair-display' } } })
    await publish()
    expect(await visit()).toMatchObject({
      body: { font_families: { heading: "'Cairo', sans-serif", body: "'Playfair Display', serif" } },
    })
  })
})

describe('a navigation accepts only', () => {
  test.for([
    '/about',
    '#top',
    '?tag=wool',
    'about/us',
    'https://x.example/a?b#c',
    'http://x.example',
    'mailto:a@b.co',
    'tel:+965',
  ])('%s', async (url) => {
    const { owner } = await openShop()
    const navigation = [{ label: 'x', to: { type: 'url', url } }]
    const { navigation: kept } = expectBody(await owner.patch('/api/storefront', { navigation }), 200, Storefront)
    expect(kept).toMatchObject(navigation)
  })

  test.for([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://a@evil.example',
    'https://relative.invalid/',
    'mailto:',
    '/a"onclick="x',
    "/a'b",
    '/<script>',
    'blob:x',
    'file:///etc/passwd',
  ])('not %j', async (url) => {
    const { owner } = await openShop()
    const navigation = [{ label: 'x', to: { type: 'url', url } }]
    expectProblem(await owner.patch('/api/storefront', { navigation }), 422, 'invalid_input')
  })
})
