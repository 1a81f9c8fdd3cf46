import { isHttps, isLink } from './links.ts'

type Allowed = Readonly<Record<string, (value: string) => boolean>>

const anything = () => true
const nothing: Allowed = {}
const cell: Allowed = { align: (value) => /^(left|center|right)$/.test(value) }

/** What a page may be made of: element, and of each attribute what it may say. */
const allowed = new Map<string, Allowed>([
  ['a', { href: isLink, title: anything, rel: anything }],
  ['img', { src: isHttps, alt: anything, title: anything, loading: (value) => value === 'lazy' }],
  ['code', { class: (value) => /^language-[\w+#.-]{1,40}$/.test(value) }],
  ['ol', { start: (value) => /^\d{1,9}$/.test(value) }],
  ['th', cell],
  ['td', cell],
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'blockquote', 'ul', 'li', 'pre'].map(
    (name) => [name, nothing] as const,
  ),
  ...['table', 'thead', 'tbody', 'tr'].map((name) => [name, nothing] as const),
])

/** Takes out of HTML whatever is not allowed, by the runtime's own HTML parser: a second guard behind the renderer. */
export async function sanitized(html: string): Promise<string> {
  const guard = new HTMLRewriter()
    .on('*', {
      element(element) {
        const attributes = allowed.get(element.tagName)
        if (attributes === undefined) return void element.remove()
        for (const [name = '', value = ''] of Array.from(element.attributes))
          if (attributes[name]?.(value) !== true) element.removeAttribute(name)
        if (element.hasAttribute('href')) element.setAttribute('rel', 'nofollow noopener')
      },
    })
    .onDocument({ comments: (comment) => void comment.remove(), doctype: () => {} })
  return guard.transform(new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })).text()
}
