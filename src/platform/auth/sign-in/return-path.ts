const start = '/console'

/**
 * Where to go after signing in: always a path of our own pages or of the console. Anything that a browser could read as another address
 * (`//evil`, `/\evil`, `https:…`, dot segments) becomes the start page.
 */
export function returnPath(requested: string | undefined): string {
  if (
    requested === undefined ||
    requested.length > 2048 ||
    !/^\/(settings|console)(?=[/?]|$)[\x21-\x5b\x5d-\x7e]*$/.test(requested)
  )
    return start
  const base = 'https://own.invalid'
  const url = URL.parse(requested, base)
  if (!url || url.origin !== base || !/^\/(settings|console)(\/|$)/.test(url.pathname)) return start
  // Returning to these pages would cause a redirect loop.
  if (/^\/settings\/(sign-in|sign-out|callback|signed-out)/.test(url.pathname)) return start
  return url.pathname + url.search
}
