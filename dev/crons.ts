const minuteMs = 60_000

/** The cron of every minute, which wrangler does not run by itself in development. Gives what ends it. */
export function runCrons(baseUrl: string): () => Promise<void> {
  const timer = setInterval(() => {
    fetch(`${baseUrl}/cdn-cgi/local/scheduled?cron=${encodeURIComponent('* * * * *')}`)
      .then((response) => response.body?.cancel())
      // The next minute comes, or the Worker has ended and says so itself.
      .catch(() => {})
  }, minuteMs)
  return () => Promise.resolve(clearInterval(timer))
}
