import { Hono } from 'hono'
import type { AppEnv } from '../../../platform/http/app-env.ts'
import { configOf } from '../../../platform/configuration/config.ts'
import { isKnown } from '../../../platform/http/routes/etag.ts'
import { notFoundProblem } from '../../../platform/http/not-found.ts'
import { cacheControl } from '../picture-bucket.ts'

const isPath = (path: string) => /^\/media\/[0-9a-f]{12}\/[0-9a-f]{32}\.[a-z]{3,4}$/.test(path)

/** Each resized file costs the operator money, so there are few sizes. */
const widths = [100, 200, 400, 800, 1200, 1600, 2400]

/**
 * The files themselves, for anybody who knows the URL. With `?w=`, at least that many pixels wide, if Cloudflare resizes
 * pictures for this service, else the original.
 */
export const mediaFiles = new Hono<AppEnv>().get('/:folder/:file', async (c) => {
  const { bucket, resizes } = configOf(c.env).media
  const { pathname } = new URL(c.req.url)
  if (!isPath(pathname)) return notFoundProblem(c)
  const wanted = Number(c.req.query('w'))
  const width = wanted > 0 ? widths.find((each) => each >= wanted) : undefined
  if (resizes && width !== undefined) {
    c.header('Cache-Control', 'public, max-age=86400')
    return c.redirect(`/cdn-cgi/image/width=${width},fit=scale-down,format=auto${pathname}`, 302)
  }
  const file = await bucket?.get(pathname.slice(1))
  if (!file) return notFoundProblem(c)
  c.header('ETag', file.httpEtag)
  c.header('Cache-Control', cacheControl)
  if (isKnown(c.req.header('If-None-Match'), file.httpEtag)) {
    await file.body.cancel()
    return c.body(null, 304)
  }
  return c.body(file.body, 200, {
    'Content-Type': file.httpMetadata?.contentType ?? 'application/octet-stream',
    'Content-Length': String(file.size),
  })
})
