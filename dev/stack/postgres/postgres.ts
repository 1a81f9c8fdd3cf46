import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { portInUse } from '../ports.ts'
import { type Home, postgresHome } from './account.ts'
import { postgresBinaries } from './binaries.ts'
import { clearStalePidFile } from './pid-file.ts'
import { watchdog } from '../watchdog.ts'

export type Postgres = {
  /** Connection string of the superuser, for the `postgres` database. */
  superuserUrl: string
  stop(): Promise<void>
  /** Resolves with its last log lines if it exits without having been stopped. */
  crashed: Promise<string>
}

type Options = {
  /** Data is kept in its subfolder `postgres/`. */
  dir: string
  port: number
  /** Turn off only in tests: without it, a power cut can lose data. */
  fsync?: boolean
  settings?: Record<string, string>
}

/** Starts the PostgreSQL that npm installed, on 127.0.0.1 only. */
export async function startPostgres({ dir, port, fsync = true, settings = {} }: Options): Promise<Postgres> {
  if (await portInUse(port)) throw new Error(`PostgreSQL cannot start: port ${port} is in use.`)
  const home = await postgresHome(await postgresBinaries(), resolve(dir))
  const password = await initialise(home, join(resolve(dir), 'postgres-password'))
  await clearStalePidFile(home.data)

  const configuration = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: '200',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  }
  const child = spawn(
    join(home.binaries, 'bin', 'postgres'),
    ['-D', home.data, ...Object.entries(configuration).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Its own group, so that Ctrl-C reaches only us and we can stop the parts in order.
    { ...home.account, cwd: '/', env: environment, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const log = lastLines(40)
  child.stderr.setEncoding('utf8').on('data', log.add)
  const exited = once(child, 'exit')
  await once(child, 'spawn')
  const dog = watchdog(child.pid ?? 0, 'INT')

  let stopping = false
  const gone = exited.then(() => dog.release())
  const crashed = gone.then(() => (stopping ? new Promise<string>(() => {}) : log.text()))
  const stop = async () => {
    stopping = true
    child.kill('SIGINT')
    const patience = setTimeout(() => child.kill('SIGQUIT'), 10_000)
    await gone
    clearTimeout(patience)
  }

  while (!log.text().includes('ready to accept connections')) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`PostgreSQL did not start:\n${log.text()}`)
    }
    await sleep(20)
  }
  return { superuserUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop, crashed }
}

// Its messages are parsed here, and the data must not depend on the machine's locales.
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

async function initialise(home: Home, passwordFile: string): Promise<string> {
  if (existsSync(join(home.data, 'PG_VERSION')) && existsSync(passwordFile)) {
    return (await readFile(passwordFile, 'utf8')).trim()
  }
  const password = randomBytes(18).toString('base64url')
  const handover = await mkdtemp(join(tmpdir(), 'postgres-'))
  try {
    await writeFile(join(handover, 'password'), password, { mode: 0o600 })
    if (home.account) {
      await chown(handover, home.account.uid, home.account.gid)
      await chown(join(handover, 'password'), home.account.uid, home.account.gid)
    }
    await initdb(home, join(handover, 'password'))
  } finally {
    await rm(handover, { recursive: true, force: true })
  }
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  return password
}

async function initdb(home: Home, passwordFile: string) {
  // The password file is written last. If it is missing, an interrupted initdb has left files that the next one refuses.
  for (const file of await readdir(home.data)) await rm(join(home.data, file), { recursive: true, force: true })
  const child = spawn(
    join(home.binaries, 'bin', 'initdb'),
    [
      `--pgdata=${home.data}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...home.account, cwd: '/', env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const log = lastLines(20)
  child.stdout.setEncoding('utf8').on('data', log.add)
  child.stderr.setEncoding('utf8').on('data', log.add)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`PostgreSQL's initdb failed:\n${log.text()}`)
}

function lastLines(count: number) {
  let text = ''
  return {
    add: (chunk: string) => void (text = (text + chunk).split('\n').slice(-count).join('\n')),
    text: () => text,
  }
}
