/**
 * What both views share: messages to and from the host as MCP Apps (2026-01-26) defines them, the host's theme and
 * language, and elements made of text only. A view calls `start` with a function that shows a tool's result.
 */
export const bridge = `'use strict'
const waiting = new Map()
const host = { canCall: false, locale: navigator.language }
let lastId = 0
let show
let shown
let words = {}

const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const notify = (method, params = {}) => send({ method, params })
const ask = (method, params) =>
  new Promise((resolve, reject) => {
    const id = ++lastId
    waiting.set(id, { resolve, reject })
    send({ id, method, params })
  })

addEventListener('message', ({ source, data }) => {
  if (source !== parent || !data || data.jsonrpc !== '2.0') return
  const { id, method, params } = data
  if (method === undefined) {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (!asked) return
    if (data.error) asked.reject(new Error(data.error.message))
    else asked.resolve(data.result)
  } else if (id !== undefined) {
    if (method === 'ping' || method === 'ui/resource-teardown') send({ id, result: {} })
    else send({ id, error: { code: -32601, message: 'Method not found' } })
  } else if (method === 'ui/notifications/tool-result') {
    const read = readResult(params)
    if (read.failed) say(read.failed)
    else draw(read.value)
  } else if (method === 'ui/notifications/tool-cancelled') say(t('stopped'))
  else if (method === 'ui/notifications/host-context-changed') {
    follow(params)
    if (shown) draw(shown)
  }
})

/** The value of a tool's result, or why it failed. */
function readResult({ isError, structuredContent, content } = {}) {
  const text = content?.find(({ type }) => type === 'text')?.text ?? ''
  let value = structuredContent
  try {
    value ??= JSON.parse(text)
  } catch {}
  if (isError || !value) return { failed: value?.detail ?? (text || t('failed')) }
  return { value }
}

/** Calls a tool through the host, which may ask its user first. */
async function callTool(name, args) {
  try {
    return readResult(await ask('tools/call', { name, arguments: args }))
  } catch (error) {
    return { failed: error.message || t('failed') }
  }
}

function follow({ theme, locale, timeZone, styles } = {}) {
  const root = document.documentElement
  if (timeZone) host.timeZone = timeZone
  if (theme) root.style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (name.startsWith('--') && value) root.style.setProperty(name, value)
  try {
    if (locale) host.locale = new Intl.Locale(locale).toString()
  } catch {}
  root.lang = host.locale.startsWith('ar') ? 'ar' : 'en'
  root.dir = root.lang === 'ar' ? 'rtl' : 'ltr'
  words = allWords[root.lang]
  document.title = t('title')
}

/** A word in the reader's language. A state that is newer than this page is shown as it is. */
const t = (name) => words[name] ?? String(name)[0].toUpperCase() + String(name).slice(1).replaceAll('_', ' ')
// Words and figures in one language, also where the host speaks a third.
const locale = () => (host.locale.slice(0, 2) === document.documentElement.lang ? host.locale : 'en')
const number = (value, options) => new Intl.NumberFormat(locale(), options).format(value)
// The mark keeps US$ in one piece at the end of an Arabic amount.
const money = (value, currency) =>
  number(value, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }) + '\\u200e'
const date = (text, options) => new Intl.DateTimeFormat(locale(), options).format(new Date(text))

const present = (children) => children.flat(Infinity).filter((child) => child != null && child !== false && child !== '')

/** An element. Strings become text, never markup. */
function el(name, attributes, ...children) {
  const isSvg = ['svg', 'rect', 'line', 'title'].includes(name)
  const made = isSvg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name)
  for (const [key, value] of Object.entries(attributes ?? {}))
    if (typeof value === 'function') made.addEventListener(key, value)
    else if (value !== false && value != null) made.setAttribute(key, value === true ? '' : value)
  made.append(...present(children))
  return made
}

const main = document.querySelector('main')
const notice = document.querySelector('[role=status]')
const say = (text) => (notice.textContent = text)

function draw(value) {
  shown = value
  say('')
  main.replaceChildren(...present(show(value)))
}

function start(toShow) {
  show = toShow
  follow()
  new ResizeObserver(() =>
    notify('ui/notifications/size-changed', { width: document.documentElement.clientWidth, height: document.body.offsetHeight }),
  ).observe(document.body)
  ask('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name: 'merchant-commerce', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline'] },
  }).then(({ hostContext, hostCapabilities } = {}) => {
    host.canCall = hostCapabilities?.serverTools !== undefined
    follow(hostContext)
    notify('ui/notifications/initialized')
  })
}
`

/** The host's colours where it has any, else these. */
export const viewStyle = `
:root { color-scheme: light dark;
  --color-background-primary: light-dark(#fff, #1b1d1f); --color-background-secondary: light-dark(#f1f3f4, #2a2d30);
  --color-text-primary: light-dark(#1a1c1e, #eceef0); --color-text-secondary: light-dark(#555b61, #aeb4ba);
  --color-border-primary: light-dark(#c9ced3, #4a5056); --color-text-danger: light-dark(#a4161a, #ff9b9b);
  --accent: light-dark(#1f6f54, #6cc7a4) }
* { box-sizing: border-box }
body { margin: 0; padding: 16px; background: var(--color-background-primary); color: var(--color-text-primary);
  font: 15px/1.45 var(--font-sans, system-ui, sans-serif) }
h1 { margin: 0; font-size: 18px } h1, p, td, dd, li { overflow-wrap: anywhere } p { margin: 4px 0 }
.quiet { color: var(--color-text-secondary) }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-top: 12px }
.badge { padding: 2px 10px; border-radius: 99px; background: var(--color-background-secondary); font-size: 13px }
table { width: 100%; border-collapse: collapse; margin-top: 12px }
th, td { padding: 6px 0; border-bottom: 1px solid var(--color-border-primary); text-align: start; vertical-align: top }
th { font-weight: 400 } td:last-child { text-align: end; white-space: nowrap; padding-inline-start: 12px }
tfoot th, tfoot td { border: 0; padding: 3px 0 } tfoot .sum * { font-weight: 600 }
button, select { min-height: 36px; padding: 6px 14px; border: 1px solid var(--color-border-primary); border-radius: 8px;
  background: var(--color-background-primary); color: inherit; font: inherit; cursor: pointer }
button:hover, [aria-pressed=true] { background: var(--color-background-secondary) } [aria-pressed=true] { font-weight: 600 }
button:disabled { opacity: .6; cursor: default } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
[role=status] { min-height: 0 } [role=status]:not(:empty) { margin-top: 12px }
`
