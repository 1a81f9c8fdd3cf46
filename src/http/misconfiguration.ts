import type { Bindings } from './app-env.ts'
import { configOf } from './config.ts'
import { limiters } from './limiters.ts'

// https://developers.cloudflare.com/turnstile/troubleshooting/testing/
const testSecret = /^[123]x0{20,}AA$/

/** What an operator has left out that the service can run without, and must not in production; null: nothing. */
export function misconfiguration(env: Bindings): string | null {
  const { isProduction, jobsDatabaseUrl, turnstile } = configOf(env)
  if (turnstile === null && env['TURNSTILE_SITE_KEY'])
    return 'TURNSTILE_SITE_KEY is set and TURNSTILE_SECRET is not, so the bot challenge is off. Set both, or neither.'
  if (!isProduction) return null
  if (jobsDatabaseUrl === null)
    return 'JOBS_DATABASE_URL is not set, so the crons cannot run. Set it to a login of app_jobs, which the migration makes.'
  const missing = Object.keys(limiters).filter((name) => !(name in env) || !env[name])
  if (missing.length > 0)
    return `Requests are not limited: the rate limit bindings ${missing.join(', ')} are missing. Add them to the ratelimits of wrangler.toml and deploy again; or set ENVIRONMENT to something else than "production" where a proxy limits requests.`
  if (turnstile && testSecret.test(turnstile.secret))
    return 'TURNSTILE_SECRET is a test secret of Cloudflare, which does not stop bots. Set the one of your widget.'
  return null
}
