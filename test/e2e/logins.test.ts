import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Login, localLogins, readLogins, urlOf } from '../../dev/database/logins.ts'
import { migrate } from '../../dev/database/migrate.ts'
import { secretKeyFiles } from '../../dev/stack/secret-keys.ts'
import { readSettings } from '../../dev/stack/settings.ts'
import { accessToken } from '../../dev/stack/identity/sign-in.ts'
import { startWorker } from '../../dev/stack/worker.ts'
import { freePort } from '../support/node/free-port.ts'
import { isLong } from './effort.ts'

// Uses the local stack's PostgreSQL without changing its logins.

const { baseUrl, issuer, ownerUrl, dir: stackDir } = inject('stack')
const endpoint = `http://127.0.0.1:${Number(new URL(baseUrl).port) + 3}/sql`

let dir: string
const running: (() => Promise<void>)[] = []
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'commerce-logins-'))
})
afterAll(async () => {
  for (const stop of running) await stop()
  await rm(dir, { recursive: true, force: true })
})

const login = (name: string): Login => ({ name, password: `password-of-${name}` })

async function as<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Starts a second Worker, as a deployment with a changed secret would. */
async function deploy(app: Login): Promise<string> {
  const own = readSettings({ PORT: String(await freePort()), DEV_DIR: join(dir, app.name) })
  // Its keys stay: a Worker that cannot decrypt what others have stored is not ready.
  await mkdir(own.dir, { recursive: true })
  for (const file of Object.values(secretKeyFiles)) await copyFile(join(stackDir, file), join(own.dir, file))
  const urls = { app: urlOf(ownerUrl, app), jobs: urlOf(ownerUrl, localLogins.jobs) }
  await startWorker({ ...own, baseUrl, issuer }, urls, endpoint, (stop) => void running.unshift(stop))
  while ((await fetch(`${own.baseUrl}/readyz`).catch(() => undefined))?.status !== 200) await sleep(100)
  return own.baseUrl
}

test.runIf(isLong)('a password is rotated under load, and no request fails', async () => {
  const [first, second] = [login('rotated_first'), login('rotated_second')]
  const token = await accessToken({ issuer, redirectUri: `${baseUrl}/cli/callback`, email: 'owner@acme.test' })
  const requestStatus = async (worker: string) =>
    (await fetch(`${worker}/api/orders?limit=1`, { headers: { Authorization: `Bearer ${token}` } })).status

  await migrate({ ownerUrl, logins: { app: first } })
  const before = await deploy(first)
  let worker = before
  const stopSignal = new AbortController()
  const statuses: number[] = []
  const toFirst: Promise<number>[] = []
  const shoppers = Array.from({ length: 3 }, async () => {
    while (!stopSignal.signal.aborted) {
      const status = requestStatus(worker)
      if (worker === before) toFirst.push(status)
      statuses.push(await status)
    }
  })
  const moreStatuses = async (count: number) => {
    const until = statuses.length + count
    while (statuses.length < until) await sleep(20)
  }

  await migrate({ ownerUrl, logins: { app: second } })
  await moreStatuses(10)
  worker = await deploy(second)
  await Promise.all(toFirst)
  const retired = [first.name]
  expect(await migrate({ ownerUrl, logins: { retired, disconnects: true } })).toMatchObject({ retired })
  await moreStatuses(20)
  stopSignal.abort()
  await Promise.all(shoppers)

  expect(new Set(statuses)).toEqual(new Set([200]))
  // Open connections are closed as well.
  expect(await requestStatus(before)).toBeGreaterThanOrEqual(500)
  await expect(as(urlOf(ownerUrl, first), () => Promise.resolve())).rejects.toThrow(/password authentication failed/)
  await migrate({ ownerUrl, logins: { retired: [second.name], disconnects: true } })
})

test('a login that is in use is not retired, unless it has to be', async () => {
  const [used, retired] = [login('in_use'), ['in_use']]
  await migrate({ ownerUrl, logins: { app: used } })
  const ask = (client: pg.Client) => client.query('select app.stores()')
  await as(urlOf(ownerUrl, used), async (connected) => {
    connected.on('error', () => {})
    await expect(migrate({ ownerUrl, logins: { retired } })).rejects.toThrow(/^The login in_use has 1 connections/)
    await ask(connected)
    await as(urlOf(ownerUrl, used), ask)
    expect(await migrate({ ownerUrl, logins: { retired, disconnects: true } })).toMatchObject({ retired })
    await expect(ask(connected)).rejects.toThrow()
  })
  await expect(as(urlOf(ownerUrl, used), ask)).rejects.toThrow(/password authentication failed/)
})

describe('the migration refuses', () => {
  const refused = {
    'a group as a login': { app: login('app_rw') },
    'the owner as a login': { app: { name: new URL(ownerUrl).username, password: 'x' } },
    'the login of the crons as the login of requests': { app: login(localLogins.jobs.name) },
    'one login for both': { app: login('both'), jobs: login('both') },
    'to retire a login that it creates': { app: login('brief'), retired: ['brief'] },
  }
  test.for(Object.entries(refused))('%s, and changes nothing', async ([, logins]) => {
    const roles = () =>
      as(ownerUrl, async (owner) => (await owner.query('select rolname, rolcanlogin from pg_roles order by 1')).rows)
    const before = await roles()
    await expect(migrate({ ownerUrl, logins })).rejects.toThrow(/is not a login of|name the same role|to be retired/)
    expect(await roles()).toEqual(before)
  })

  test('an invalid connection string, without showing it', () => {
    for (const value of ['hunter2', 'mysql://a:hunter2@db.test/commerce', 'postgres://hunter2@db.test/commerce'])
      expect(() => readLogins({ DATABASE_URL: value })).toThrow(/^DATABASE_URL must be postgres:\/\/<name>:<password>/)
  })
})

test('names and passwords are read from the Worker’s variables', () => {
  expect(
    readLogins({
      DATABASE_URL: 'postgres://app_b:p%40ss@db.test/commerce?sslmode=require',
      JOBS_DATABASE_URL: 'postgres://jobs_b:word@db.test/commerce',
      RETIRE_LOGINS: 'app_a, jobs_a',
      RETIRE_CONNECTED: '1',
    }),
  ).toEqual({
    app: { name: 'app_b', password: 'p@ss' },
    jobs: { name: 'jobs_b', password: 'word' },
    retired: ['app_a', 'jobs_a'],
    disconnects: true,
  })
})
