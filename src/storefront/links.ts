import * as z from 'zod'

// Never resolves (RFC 6761): what has it for its origin once it is resolved said no site of its own.
const nowhere = new URL('https://relative.invalid/a/')

/** Whether a browser may be sent there: a web page, an e-mail address, a phone number, or a path of the same site. */
export function isLink(text: string): boolean {
  const url = URL.parse(text, nowhere)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (/^(mailto|tel):./i.test(text)) return url.protocol === 'mailto:' || url.protocol === 'tel:'
  if (/^https?:\/\//i.test(text)) return url.origin !== nowhere.origin && /^https?:$/.test(url.protocol)
  return url.origin === nowhere.origin && !/^[a-z][a-z0-9+.-]*:/i.test(text)
}

/** Whether something may be loaded from there. */
export const isHttps = (text: string): boolean => /^https:\/\//i.test(text) && isLink(text)

/** Kept as a URL that cannot end a quoted string, a `url()` or a tag: without quotes, brackets and spaces. */
const plain = (text: string) =>
  new URL(text).href.replace(/['()*^|]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)

export const HttpsUrl = z
  .string()
  .trim()
  .max(2000)
  .refine(isHttps, 'Give an https:// address')
  .overwrite(plain)
  .refine((url) => /^https:\/\/[^\s"'()<>\\]{1,2500}$/.test(url), 'Give an https:// address')

export const Link = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .refine(
    (text) => isLink(text) && !/[\s"'<>\\`]/.test(text),
    'Give a path such as /about, or an address that begins with https://, http://, mailto: or tel:',
  )
