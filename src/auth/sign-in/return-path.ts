const start = '/settings'

/**
 * Where to go after signing in: a path of our own pages, whatever was asked for. Anything that a browser could take for
 * another address (`//evil`, `/\evil`, `https:…`, dot segments that lead out) becomes the start page.
 */
export function returnPath(asked: string | undefined): string {
  if (asked === undefined || asked.length > 2048 || !/^\/settings(?=[/?]|$)[\x21-\x5b\x5d-\x7e]*$/.test(asked))
    return start
  const base = 'https://own.invalid'
  const url = URL.parse(asked, base)
  if (!url || url.origin !== base || !/^\/settings(\/|$)/.test(url.pathname)) return start
  // Signing in again on the way back would go round in circles.
  if (/^\/settings\/(sign-in|sign-out|callback|signed-out)/.test(url.pathname)) return start
  return url.pathname + url.search
}
