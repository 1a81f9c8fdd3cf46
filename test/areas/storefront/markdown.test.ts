import { describe, expect, test } from 'vitest'
import { htmlOf } from '../../../src/areas/storefront/markdown.ts'
import { sanitized } from '../../../src/areas/storefront/sanitize.ts'
import { crowd } from '../../support/run/effort.ts'

const render = (text: string) => sanitized(htmlOf(text))

/** Elements with their attributes, as a browser's parser would see them. */
async function elementsIn(html: string) {
  const seen: { name: string; attributes: Record<string, string> }[] = []
  await new HTMLRewriter()
    .on('*', {
      element: ({ tagName, attributes }) =>
        void seen.push({
          name: tagName,
          attributes: Object.fromEntries(Array.from(attributes).map(([name = '', value = '']) => [name, value])),
        }),
    })
    .transform(new Response(html))
    .text()
  return seen
}

describe('Markdown of a merchant', () => {
  test.for([
    [
      '# Title\n\ntext **bold** *it* ~~gone~~ `code`',
      '<h1>Title</h1>\n<p>text <strong>bold</strong> <em>it</em> <s>gone</s> <code>code</code></p>\n',
    ],
    ['- a\n- b\n\n3. c', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<ol start="3">\n<li>c</li>\n</ol>\n'],
    ['> said\n\n---', '<blockquote>\n<p>said</p>\n</blockquote>\n<hr>\n'],
    ['```js\na < b\n```', '<pre><code class="language-js">a &lt; b\n</code></pre>\n'],
    ['a\\\nb', '<p>a<br>\nb</p>\n'],
    [
      '| a | b |\n|---|--:|\n| 1 | 2 |',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th align="right">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td align="right">2</td>\n</tr>\n</tbody>\n</table>\n',
    ],
    ['**مرحبا** &copy; AT&T', '<p><strong>مرحبا</strong> © AT&amp;T</p>\n'],
    [
      '[shop](/products) [w](https://x.example/a?b=1&c=2 "T") <mailto:a@b.co> [call](tel:+965)',
      '<p><a href="/products" rel="nofollow noopener">shop</a> <a href="https://x.example/a?b=1&amp;c=2" title="T" rel="nofollow noopener">w</a> <a href="mailto:a@b.co" rel="nofollow noopener">mailto:a@b.co</a> <a href="tel:+965" rel="nofollow noopener">call</a></p>\n',
    ],
    [
      '![a *cat*](https://x.example/c.png "T")',
      '<p><img src="https://x.example/c.png" alt="a cat" title="T" loading="lazy"></p>\n',
    ],
    ['![plain](http://x.example/c.png) ![own](/c.png)', '<p>plain own</p>\n'],
  ] as const)('%s', async ([text, html]) => {
    expect(await render(text)).toBe(html)
  })
})

const scripts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<div style="background:url(javascript:alert(1))">',
  '<!-- --><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '</p></body></html><script>alert(1)</script>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form><button formaction=javascript:alert(1)>x',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61)',
  '[x](\u0001javascript:alert(1))',
  '[x](<  javascript:alert(1)>)',
  '[x](%6aavascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](data:image/svg+xml,<svg/onload=alert(1)>)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://x.example/1)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](\\\\evil.example)',
  '[x](https:evil.example)',
  '[x](https://user:pass@evil.example/)',
  '[x](https://good.example@evil.example)',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '[x]: javascript:alert(1)\n\n[x]',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '![x" onerror="alert(1)](https://x.example/a.png)',
  '![x](https://x.example/a.png" onerror="alert(1))',
  '![x](https://x.example/a.png "t\\" onerror=\\"alert(1)")',
  "[x](https://x.example/'onmouseover='alert(1))",
  '[x](https://x.example/ "x\\" onmouseover=\\"alert(1)")',
  '[x](https://x.example/"onmouseover="alert(1))',
  '[<img src=x onerror=alert(1)>](https://x.example)',
  '```"><script>alert(1)</script>\nx\n```',
  '~~~js onload=alert(1)\nx\n~~~',
  '`<script>alert(1)</script>`',
  '# <script>alert(1)</script>',
  '| <script>alert(1)</script> | b |\n|:-:|-|\n| <img src=x onerror=alert(1)> | c |',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\\<script>alert(1)\\</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script\n>alert(1)</script\n>',
  '<x onclick=alert(1)>',
  '<STYLE>@import "https://evil.example/x.css"</STYLE>',
  '<object data="data:text/html,<script>alert(1)</script>">',
  '\u2028<script>alert(1)</script>',
  '<a\u00a0href="javascript:alert(1)">',
  '<<script>alert(1)//<</script>',
  '[a](https://x.example/\u202egnp.exe)',
  '<a href="https://x.example" target=_blank>',
]

const tags = /^(p|br|hr|h[1-6]|strong|em|s|a|img|code|pre|ul|ol|li|blockquote|table|thead|tbody|tr|th|td)$/

async function expectHarmless(html: string) {
  for (const { name, attributes } of await elementsIn(html)) {
    expect(name).toMatch(tags)
    for (const [attribute, value] of Object.entries(attributes)) {
      expect(`${name} ${attribute}`).toMatch(
        /^(a (href|title|rel)|img (src|alt|title|loading)|code class|ol start|t[hd] align)$/,
      )
      if (attribute === 'href') expect(value).toMatch(/^(https?:\/\/[^@]*$|mailto:|tel:|[#?]|\/(?![/\\])|[^:]*$)/)
      if (attribute === 'src') expect(value).toMatch(/^https:\/\//)
    }
    if (name === 'a' && 'href' in attributes) expect(attributes['rel']).toBe('nofollow noopener')
  }
}

describe('an injection', () => {
  test.for(scripts)('%s', async (text) => {
    await expectHarmless(await render(text))
  })

  test('is harmless in the middle of other text, too', async () => {
    for (const text of scripts)
      for (const around of [`> ${text}`, `- ${text}`, `**${text}**`, `[a](/b) ${text} [c](/d)`, `${text}\n${text}`])
        await expectHarmless(await render(around))
  })

  test('is stopped by the sanitizer alone as well', async () => {
    for (const text of scripts) await expectHarmless(await sanitized(text))
    expect(await sanitized('<p onclick="x">a<script>b</script><!-- c --><u>d</u></p>')).toBe('<p>a</p>')
  })

  test('does not slow down rendering, however it is nested', async () => {
    const n = crowd(100_000, 20_000)
    const hard = [
      '[',
      '*a ',
      '*a_ ',
      '> ',
      '- ',
      '1. ',
      '`',
      '![[',
      '[a](',
      '<a ',
      'a_',
      '![[]()',
      '|a',
      '~~a ',
      '&',
      '\\',
      '*_~`[(',
    ]
    const texts = [
      ...hard.map((part) => part.repeat(n / part.length)),
      Array.from({ length: 300 }, (_, i) => `${' '.repeat(i * 2)}* a`).join('\n'),
      Array.from({ length: 440 }, (_, i) => `e${'`'.repeat(i)}`).join(''),
      `[a]: u\n${'[a]'.repeat(n / 4)}`,
    ]
    for (const text of texts) await expectHarmless(await render(text))
  })
})
