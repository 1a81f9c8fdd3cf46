import { isHttps, isLink } from '../../platform/values/links.ts'

type Allowed = Readonly<Record<string, (value: string) => boolean>>

const anyValue = () => true
const noAttributes: Allowed = {}
const cell: Allowed = { align: (value) => /^(left|center|right)$/.test(value) }

/** The allowed elements, and for each attribute the values allowed. */
const allowed = new Map<string, Allowed>([
  ['a', { href: isLink, title: anyValue, rel: anyValue }],
  ['img', { src: isHttps, alt: anyValue, title: anyValue, loading: (value) => value === 'lazy' }],
  ['code', { class: (value) => /^language-[\w+#.-]{1,40}$/.test(value) }],
  ['ol', { start: (value) => /^\d{1,9}$/.test(value) }],
  ['th', cell],
  ['td', cell],
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'blockquote', 'ul', 'li', 'pre'].map(
    (name) => [name, noAttributes] as const,
  ),
  ...['table', 'thead', 'tbody', 'tr'].map((name) => [name, noAttributes] as const),
])

/** Removes everything that is not allowed, with the runtime's own HTML parser. A second line of defence after the renderer. */
export async function sanitized(html: string): Promise<string> {
  const sanitizer = new HTMLRewriter()
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
  return sanitizer.transform(new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })).text()
}
