import { expect, test } from 'vitest'
import { deployProblems } from '../../../dev/check/deploy.ts'
import { limiters } from '../../../src/platform/http/limits/limiters.ts'

const settings = ['DATABASE_URL', 'JOBS_DATABASE_URL', 'PUBLIC_URL', 'IDENTITY_PROVIDERS']
const limits = Object.keys(limiters)

test('a deployment with all settings may go ahead', () => {
  expect(deployProblems({ settings, limits })).toEqual([])
  expect(deployProblems({ settings: [...settings, 'WEB_SIGN_IN', 'SESSION_KEYS'], limits })).toEqual([])
})

test('every setting that is missing is named', () => {
  expect(deployProblems({ settings: [], limits: [] })).toEqual([
    ...settings.map((name) => `${name} is not set.`),
    ...limits.map((name) => `The rate limit ${name} is missing in wrangler.toml.`),
  ])
})

test.for([
  ['WEB_SIGN_IN', 'SESSION_KEYS'],
  ['SESSION_KEYS', 'WEB_SIGN_IN'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET'],
  ['TURNSTILE_SECRET', 'TURNSTILE_SITE_KEY'],
] as const)('%s needs %s', ([set, missing]) => {
  expect(deployProblems({ settings: [...settings, set], limits })).toEqual([`${set} is set, but ${missing} is not.`])
})
