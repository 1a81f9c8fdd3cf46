// Templates for the pages.
const escaped = (text) =>
  String(text || text === 0 ? text : '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const htmlOf = (part) => (Array.isArray(part) ? part.map(htmlOf).join('') : (part?.html ?? escaped(part)))

/** A template in which every value is escaped that was not made with `safe` itself. */
export const safe = (parts, ...values) => ({ html: String.raw({ raw: parts }, ...values.map(htmlOf)) })

/** `place`: an element or a selector. */
export function show(part, place = 'main') {
  const element = typeof place === 'string' ? document.querySelector(place) : place
  element.innerHTML = htmlOf(part)
}

/** The service sends a smaller one of its own pictures for `w`. An address with a query is not one of them. */
const smaller = (url) => (url.includes('?') ? url : `${url}?w=600`)

export const picture = ({ url, alt }) => safe`<img src="${smaller(url)}" alt="${alt}" width="600" height="600">`

/** The values of a variant's options. */
export const nameOf = ({ title, options }) => Object.values(options).join(', ') || title

export const fact = (name, value) => safe`<dt>${name}</dt><dd>${value}</dd>`

/** Gives the page the store's language and colours. */
export function dress({ name, locale, direction, theme }) {
  document.title = name
  Object.assign(document.documentElement, { lang: locale, dir: direction })
  for (const [part, color] of Object.entries(theme?.colors ?? {})) document.body.style.setProperty(`--${part}`, color)
}
