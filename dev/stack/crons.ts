const minuteMs = 60_000

/** Runs the minutely cron, which wrangler does not do in development. Returns a function that stops it. */
export function runCrons(baseUrl: string): () => Promise<void> {
  const timer = setInterval(() => {
    fetch(`${baseUrl}/cdn-cgi/local/scheduled?cron=${encodeURIComponent('* * * * *')}`)
      .then((response) => response.body?.cancel())
      // The next minute tries again. If the Worker has exited, it is reported elsewhere.
      .catch(() => {})
  }, minuteMs)
  return () => Promise.resolve(clearInterval(timer))
}
