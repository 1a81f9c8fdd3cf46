import * as z from 'zod'

// Never resolves (RFC 6761): what has it for its origin once it is resolved said no site of its own.
const nowhere = new URL('https://relative.invalid/a/')

/** Whether a browser may be sent there: a web page, an e-mail address, a phone number, or a path of the same site. */
export function isLink(text: string): boolean {
  const url = URL.parse(text, nowhere.href)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (/^(mailto|tel):./i.test(text)) return url.protocol === 'mailto:' || url.protocol === 'tel:'
  if (/^https?:\/\//i.test(text)) return url.origin !== nowhere.origin && /^https?:$/.test(url.protocol)
  return url.origin === nowhere.origin && !/^[^/?#]*:/.test(text)
}

/** Whether something may be loaded from there. */
export const isHttps = (text: string): boolean => /^https:\/\//i.test(text) && isLink(text)

/** Kept as a URL that cannot end a quoted string, a `url()` or a tag: without quotes, brackets, spaces and backslashes. */
const plain = (text: string) =>
  new URL(text).href.replace(
    /[^\w\-.~:/?#[\]@!$&*+,;=%]/g,
    (found) => `%${found.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )

export const HttpsUrl = z
  .string()
  .trim()
  .max(2000)
  .refine(isHttps, { message: 'Give an https:// address', abort: true })
  .overwrite(plain)
  .check(z.maxLength(2000))

export const Link = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .refine(
    (text) => isLink(text) && !/[\s"'<>\\`]/.test(text),
    'Give a path such as /about, or an address that begins with https://, http://, mailto: or tel:',
  )
