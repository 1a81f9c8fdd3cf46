import { Hono } from 'hono'
import type { AppEnv } from '../../../platform/http/app-env.ts'
import { style } from './style.ts'

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0d6650"/><path d="M7 13l2-6h14l2 6M9 14v11h14V14M7 13h18" fill="none" stroke="#fff" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"/></svg>`

/** The only script: the copy buttons. Without script they stay hidden, and people select the text instead. */
const script = `
const announcer = document.querySelector('[data-announcer]')
for (const button of document.querySelectorAll('button[data-copy]')) {
  const source = document.getElementById(button.dataset.copy)
  if (!source || !navigator.clipboard) continue
  const label = button.textContent
  let resetTimer
  button.hidden = false
  button.addEventListener('click', async () => {
    let isCopied = true
    try {
      await navigator.clipboard.writeText(source.value ?? source.textContent)
    } catch {
      isCopied = false
      if (source.select) source.select()
      else getSelection().selectAllChildren(source)
    }
    clearTimeout(resetTimer)
    button.textContent = isCopied ? button.dataset.copied : button.dataset.press
    button.classList.toggle('done', isCopied)
    if (announcer) announcer.textContent = isCopied ? button.dataset.announced : button.dataset.failed
    resetTimer = setTimeout(() => {
      button.textContent = label
      button.classList.remove('done')
      if (announcer) announcer.textContent = ''
    }, 2500)
  })
}
`

type Asset = { readonly path: string; readonly type: string; readonly text: string }

/** The path contains a hash of the content, so browsers can cache it forever and still see every change. */
const asset = (name: string, extension: string, type: string, text: string): Asset => ({
  path: `/settings/assets/${name}-${fingerprint(text)}.${extension}`,
  type,
  text,
})

export const assets = {
  style: asset('settings', 'css', 'text/css; charset=utf-8', style),
  script: asset('settings', 'js', 'text/javascript; charset=utf-8', script),
  icon: asset('icon', 'svg', 'image/svg+xml', icon),
} as const satisfies Record<string, Asset>

const assetsByPath = new Map(Object.values(assets).map((each) => [each.path, each]))

export const assetRoutes = new Hono<AppEnv>().get('/:file', (c, next) => {
  const file = assetsByPath.get(c.req.path)
  if (!file) return next()
  return c.body(file.text, 200, {
    'Content-Type': file.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
})

/** FNV-1a. It only tells versions apart, so it need not resist forgery. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}
