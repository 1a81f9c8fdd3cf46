import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import MarkdownIt from 'markdown-it'

/** The pages under /docs, in the order of their menu. The names are those of the files in docs/. */
export const guides = [
  'quick-start',
  'authentication',
  'errors',
  'retries',
  'paging',
  'money',
  'products',
  'media',
  'collections',
  'orders',
  'customers',
  'checkout',
  'events',
  'webhooks',
  'inbox',
  'storefront',
  'import-export',
  'import-columns',
  'members',
  'assistants',
  'sessions',
  'deploy',
  'versioning',
  'limits',
  'api',
  'tour',
] as const

const markdown = new MarkdownIt({ html: false, linkify: false })

/** An anchor for each heading. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[`*]/g, '')
    .trim()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s+/g, '-')

markdown.renderer.rules['heading_open'] = (tokens, index, options, _env, self) => {
  tokens[index]?.attrSet('id', anchorOf(tokens[index + 1]?.content ?? ''))
  return self.renderToken(tokens, index, options)
}
markdown.renderer.rules['link_open'] = (tokens, index, options, _env, self) => {
  const href = String(tokens[index]?.attrGet('href') ?? '')
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (name !== undefined) tokens[index]?.attrSet('href', `/docs/${name}${anchor}`)
  return self.renderToken(tokens, index, options)
}
markdown.renderer.rules['table_open'] = (tokens, index) => {
  const number = tokens.slice(0, index + 1).filter(({ type }) => type === 'table_open').length
  const end = tokens.findIndex(({ type }, at) => at > index && type === 'thead_close')
  const isWide = tokens.slice(index, end).filter(({ type }) => type === 'th_open').length > 4
  return `<div class="scroll${isWide ? ' wide' : ''}" tabindex="0" role="region" aria-label="Table ${number}">\n<table>\n`
}
markdown.renderer.rules['table_close'] = () => '</table>\n</div>\n'
// The policy of the pages has no place for the styles that markdown-it writes into cells.
for (const cell of ['th_open', 'td_open'] as const)
  markdown.renderer.rules[cell] = (tokens, index, options, _env, self) => {
    const token = tokens[index]
    if (token?.attrGet('style') === 'text-align:right') token.attrs = [['class', 'amount']]
    return self.renderToken(tokens, index, options)
  }
const fence = markdown.renderer.rules['fence']
markdown.renderer.rules['fence'] = (...given) => fence?.(...given).replace('<pre>', '<pre tabindex="0">') ?? ''

export type Guide = { readonly name: string; readonly title: string; readonly html: string }

export function guideNamed(name: string): Guide {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/${name}.md`, import.meta.url)), 'utf8').replaceAll(
    // Screenshots are in the repository only.
    /^<img .*>$/gm,
    '',
  )
  return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, html: markdown.render(text) }
}

/** A guide as a page, with the menu of all guides. */
export const pageOf = ({ name, title, html }: Guide, all: readonly Guide[], style: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Merchant Commerce</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top"><div class="bar">
<a class="brand" href="/">Merchant Commerce</a>
<a href="/docs">API reference</a>
</div></header>
<main id="main" class="guide" tabindex="-1">
<nav class="guides" aria-label="Guides"><ul>
${all.map((each) => `<li><a href="/docs/${each.name}"${each.name === name ? ' aria-current="page"' : ''}>${each.title}</a></li>`).join('\n')}
</ul></nav>
${html}
</main>
</body>
</html>
`
