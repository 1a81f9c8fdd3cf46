import * as z from 'zod'

// A host that never resolves (RFC 6761). A link resolved against it keeps this origin only if it is relative.
const relativeBase = new URL('https://relative.invalid/a/')

/** Whether a link is safe: a web page, an email address, a phone number, or a path on the same site. */
export function isLink(text: string): boolean {
  const url = URL.parse(text, relativeBase.href)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (/^(mailto|tel):./i.test(text)) return url.protocol === 'mailto:' || url.protocol === 'tel:'
  if (/^https?:\/\//i.test(text)) return url.origin !== relativeBase.origin && /^https?:$/.test(url.protocol)
  return url.origin === relativeBase.origin && !/^[^/?#]*:/.test(text)
}

/** Whether images may be loaded from there: also files of a service that runs on this machine. */
export const isHttps = (text: string): boolean =>
  /^(?:https:\/\/|http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\/media\/)/i.test(text) && isLink(text)

/** Escapes quotes, brackets, spaces and backslashes, so that the URL cannot break out of a string, a `url()` or a tag. */
const escaped = (text: string) =>
  new URL(text).href.replace(
    /[^\w\-.~:/?#[\]@!$&*+,;=%]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )

export const HttpsUrl = z
  .string()
  .trim()
  .max(2000)
  .refine(isHttps, { message: 'must be an https:// URL', abort: true })
  .overwrite(escaped)
  .check(z.maxLength(2000))

export const Link = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .refine(
    (text) => isLink(text) && !/[\s"'<>\\`]/.test(text),
    'must be a path such as /about, or a URL that starts with https://, http://, mailto: or tel:',
  )
