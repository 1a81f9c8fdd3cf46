import { createHash } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { applySql, readSql } from '../../../dev/database/applied-sql.ts'
import { ensureDatabase } from '../../../dev/database/ensure-database.ts'
import { localLogins } from '../../../dev/database/logins.ts'
import { migrate } from '../../../dev/database/migrate.ts'
import { addRebuildSales } from '../../../dev/database/rebuild-sales.ts'
import { startPostgres } from '../../../dev/stack/postgres/postgres.ts'
import { postgresHome, removePostgresData } from '../../../dev/stack/postgres/account.ts'
import { postgresBinaries } from '../../../dev/stack/postgres/binaries.ts'
import { freePort } from './free-port.ts'

/** The migrated database that test/support/scratch.ts copies; nothing connects to it. */
export const template = 'commerce_template'

declare global {
  /** Each queue of tests (dev/tests/run-tests.ts) has its own copy of this module, but all are in one process. */
  var keepingDatabases: Promise<void> | undefined
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cache = join(root, 'node_modules/.cache')
// Another account could not read them.
const prefix = `commerce-databases-${process.getuid?.() ?? 0}-`

/**
 * Puts a PostgreSQL with the migrated database `commerce` and its template into a folder, where `startPostgres` finds it. It is
 * made once, and kept in node_modules until something changes that it is made of. Returns whether applying the migrations
 * to a database that has them changed anything.
 */
export async function prepareDatabases(dir: string): Promise<boolean> {
  const kept = join(cache, prefix + (await fingerprint()))
  if (!existsSync(kept)) await (globalThis.keepingDatabases ??= keep(kept))
  await mkdir(dir, { recursive: true })
  const { data, account } = await postgresHome(await postgresBinaries(), dir)
  // Three times as fast as the asynchronous one.
  cpSync(join(kept, 'postgres'), data, { recursive: true })
  if (account) {
    const files = await readdir(data, { recursive: true })
    await Promise.all(files.map((file) => chown(join(data, file), account.uid, account.gid)))
  }
  await cp(join(kept, 'postgres-password'), join(dir, 'postgres-password'))
  return JSON.parse(await readFile(join(kept, 'changed-again.json'), 'utf8')) === true
}

/** Of all that the databases are made of. */
async function fingerprint(): Promise<string> {
  const filesOf = async (folder: string) =>
    (await readdir(join(root, folder), { recursive: true })).map((name) => join(folder, name))
  const made = [
    'package-lock.json',
    'test/support/node/prepared-databases.ts',
    ...(await filesOf('drizzle')).filter((name) => /\.(sql|json)$/.test(name)),
    ...(await filesOf('dev/database')),
    ...(await filesOf('dev/stack/postgres')),
  ]
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of made.toSorted()) hash.update(`${file}\n`).update(await readFile(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

async function keep(kept: string): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'commerce-prepared-'))
  // Little is left to copy of what it writes ahead.
  const settings = { wal_level: 'minimal', max_wal_senders: '0', min_wal_size: '32MB', wal_recycle: 'off' }
  const postgres = await startPostgres({ dir, port: await freePort(), fsync: false, settings })
  const unfinished = `${kept}-${process.pid}`
  try {
    const ownerUrl = await ensureDatabase(postgres.superuserUrl, 'commerce')
    await allowLoading(postgres.superuserUrl)
    await migrate({ ownerUrl, logins: localLogins })
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    await addRebuildSales(owner)
    await owner.end()
    const changedAgain = await makeTemplate(ownerUrl)
    await postgres.stop()
    const { data } = await postgresHome(await postgresBinaries(), dir)
    await rm(unfinished, { recursive: true, force: true })
    await cp(data, join(unfinished, 'postgres'), { recursive: true })
    await cp(join(dir, 'postgres-password'), join(unfinished, 'postgres-password'))
    await writeFile(join(unfinished, 'changed-again.json'), String(changedAgain))
    const others = (await readdir(cache)).filter((name) => name.startsWith(prefix) && !name.startsWith(basename(kept)))
    for (const name of others) await rm(join(cache, name), { recursive: true, force: true })
    if (!kept.endsWith(await fingerprint()))
      throw new Error('The files of the databases changed meanwhile. Start again.')
    // Another run may have been faster.
    await rename(unfinished, kept).catch(() => {})
  } finally {
    await postgres.stop()
    await removePostgresData(dir)
    await rm(dir, { recursive: true, force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Lets the owner load rows without triggers: see test/support/sql.ts. */
async function allowLoading(superuserUrl: string): Promise<void> {
  const superuser = new pg.Client({ connectionString: superuserUrl })
  await superuser.connect()
  await superuser.query('grant set on parameter session_replication_role to commerce_owner')
  await superuser.end()
}

/**
 * The SQL is applied twice, so that test/platform/db/migration.test.ts can check that the second time changes nothing. Then all
 * that functions name exists, so PostgreSQL checks their bodies.
 */
async function makeTemplate(ownerUrl: string): Promise<boolean> {
  const templateUrl = new URL(ownerUrl)
  templateUrl.pathname = 'postgres'
  const maintenance = new pg.Client({ connectionString: templateUrl.href })
  await maintenance.connect()
  await maintenance.query(`create database ${template} template commerce`)
  await maintenance.end()

  templateUrl.pathname = template
  const { changed } = await migrate({ ownerUrl: templateUrl.href })
  const owner = new pg.Client({ connectionString: templateUrl.href })
  await owner.connect()
  try {
    await owner.query('set client_min_messages = warning')
    await owner.query('begin')
    await applySql(owner, await readSql(join(root, 'drizzle/sql')), () => Promise.resolve(), true)
    await owner.query('commit')
  } finally {
    // Before the server stops, which would hide an error of the SQL behind one of this connection.
    await owner.end()
  }
  return changed
}
