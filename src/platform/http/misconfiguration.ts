import type { Bindings } from './app-env.ts'
import { configOf } from '../configuration/config.ts'
import { limiters } from './limits/limiters.ts'

// https://developers.cloudflare.com/turnstile/troubleshooting/testing/
const testSecret = /^[123]x0{20,}AA$/

/** The settings that are missing or unsafe, mostly in production. */
export function misconfigurations(env: Bindings): string[] {
  const { isProduction, jobsDatabaseUrl, turnstile } = configOf(env)
  const missing = Object.keys(limiters).filter((name) => !(name in env) || !env[name])
  const found: [boolean, string][] = [
    [
      turnstile === null && Boolean(env['TURNSTILE_SITE_KEY']),
      'TURNSTILE_SITE_KEY is set but TURNSTILE_SECRET is not, so the bot challenge is off. Set both or neither.',
    ],
    [
      isProduction && jobsDatabaseUrl === null,
      'JOBS_DATABASE_URL is not set, so the crons cannot run. Set it to a login of app_jobs, which the migration creates.',
    ],
    [
      isProduction && missing.length > 0,
      `Requests are not limited: the rate limit bindings ${missing.join(', ')} are missing. Add them to the ratelimits of wrangler.toml and deploy again. If a proxy limits requests, set ENVIRONMENT to something other than "production".`,
    ],
    [
      isProduction && turnstile !== null && testSecret.test(turnstile.secret),
      'TURNSTILE_SECRET is a Cloudflare test secret, which does not stop bots. Set the secret of your widget.',
    ],
  ]
  return found.flatMap(([isWrong, text]) => (isWrong ? [text] : []))
}
