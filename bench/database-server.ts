import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '../dev/postgres.ts'
import { freePort } from '../test/support/node/free-port.ts'

/** Durability settings keep their defaults (fsync, synchronous_commit and full_page_writes are on). Memory suits a dedicated server. */
export const settings = {
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  random_page_cost: '1.1',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
}

export async function startDatabaseServer(dir: string): Promise<Postgres & { pid: number }> {
  await mkdir(dir, { recursive: true })
  const postgres = await startPostgres({ dir, port: await freePort(), settings })
  const [pid = ''] = (await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  return { ...postgres, pid: Number(pid) }
}
