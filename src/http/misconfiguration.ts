import type { Bindings } from './app-env.ts'
import { configOf } from './config.ts'
import { limiters } from './limiters.ts'

// https://developers.cloudflare.com/turnstile/troubleshooting/testing/
const testSecret = /^[123]x0{20,}AA$/

/** A setting that is missing or unsafe, mostly in production; null if there is none. */
export function misconfiguration(env: Bindings): string | null {
  const { isProduction, jobsDatabaseUrl, turnstile } = configOf(env)
  if (turnstile === null && env['TURNSTILE_SITE_KEY'])
    return 'TURNSTILE_SITE_KEY is set but TURNSTILE_SECRET is not, so the bot challenge is off. Set both or neither.'
  if (!isProduction) return null
  if (jobsDatabaseUrl === null)
    return 'JOBS_DATABASE_URL is not set, so the crons cannot run. Set it to a login of app_jobs, which the migration creates.'
  const missing = Object.keys(limiters).filter((name) => !(name in env) || !env[name])
  if (missing.length > 0)
    return `Requests are not limited: the rate limit bindings ${missing.join(', ')} are missing. Add them to the ratelimits of wrangler.toml and deploy again. If a proxy limits requests, set ENVIRONMENT to something other than "production".`
  if (turnstile && testSecret.test(turnstile.secret))
    return 'TURNSTILE_SECRET is a Cloudflare test secret, which does not stop bots. Set the secret of your widget.'
  return null
}
