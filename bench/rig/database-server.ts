import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '../../dev/stack/postgres/postgres.ts'
import { freePort } from '../../test/support/node/free-port.ts'

/** Durability settings keep their defaults (fsync, synchronous_commit and full_page_writes are on). Memory suits a dedicated server. */
export const settings = {
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  random_page_cost: '1.1',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
}

/** While a data set is loaded. Index builds then skip the write-ahead log, and the final VACUUM replaces autovacuum's work. */
export const loadSettings = {
  ...settings,
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_buffers: '64MB',
  synchronous_commit: 'off',
  autovacuum: 'off',
}

export type DatabaseServer = Postgres & { pid: number }

export async function startDatabaseServer(
  dir: string,
  chosen: Readonly<Record<string, string>> = settings,
): Promise<DatabaseServer> {
  await mkdir(dir, { recursive: true })
  const postgres = await startPostgres({ dir, port: await freePort(), settings: chosen })
  const [pid = ''] = (await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return { ...postgres, pid: Number(pid) }
}
