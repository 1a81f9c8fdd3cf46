import { spawnSync } from 'node:child_process'
import { unstable_readConfig as readConfig } from 'wrangler'
import { z } from 'zod'
import { limiters } from '../../src/platform/http/limits/limiters.ts'

/** What `npm run deploy` would deploy: the names of the variables, the secrets and the rate limits. */
type Deployed = { readonly settings: readonly string[]; readonly limits: readonly string[] }

const required = ['DATABASE_URL', 'JOBS_DATABASE_URL', 'PUBLIC_URL', 'IDENTITY_PROVIDERS']
/** One without the other does not work. */
const pairs = [
  ['WEB_SIGN_IN', 'SESSION_KEYS'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET'],
] as const

/** What is missing in production. /readyz also checks the values, which for secrets only the Worker can read. */
export function deployProblems({ settings, limits }: Deployed): string[] {
  const isMissing = (name: string) => !settings.includes(name)
  const halves = pairs.filter(([a, b]) => isMissing(a) !== isMissing(b))
  return [
    ...required.filter(isMissing).map((name) => `${name} is not set.`),
    ...halves.map(([a, b]) => (isMissing(a) ? `${b} is set, but ${a} is not.` : `${a} is set, but ${b} is not.`)),
    ...Object.keys(limiters)
      .filter((name) => !limits.includes(name))
      .map((name) => `The rate limit ${name} is missing in wrangler.toml.`),
  ]
}

const Config = z.object({
  vars: z.record(z.string(), z.unknown()),
  ratelimits: z.array(z.object({ name: z.string() })),
})
const Secrets = z.array(z.object({ name: z.string() }))

function secretNames(): string[] {
  const listed = spawnSync('wrangler', ['secret', 'list', '--env', 'production', '--format', 'json'], {
    encoding: 'utf8',
  })
  if (listed.status !== 0) throw new Error(`The secrets could not be listed:\n${listed.stderr || listed.stdout}`)
  return Secrets.parse(JSON.parse(listed.stdout)).map(({ name }) => name)
}

function main(): number {
  try {
    const { vars, ratelimits } = Config.parse(readConfig({ config: 'wrangler.toml', env: 'production' }))
    const settings = [...Object.keys(vars), ...secretNames()]
    const problems = deployProblems({ settings, limits: ratelimits.map(({ name }) => name) })
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) console.error('Nothing was deployed. docs/deploy.md has all settings.')
    return problems.length === 0 ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return 1
  }
}

if (import.meta.main) process.exitCode = main()
