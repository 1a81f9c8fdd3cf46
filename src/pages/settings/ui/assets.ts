import { Hono } from 'hono'
import type { AppEnv } from '../../../platform/http/app-env.ts'
import { icon } from './icon.ts'
import { script } from './script.ts'
import { style } from './style.ts'

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
