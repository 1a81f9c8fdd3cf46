import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runCrons } from './crons.ts'
import { ensureDatabase } from '../database/ensure-database.ts'
import { dressShops } from './seed/dress-shops.ts'
import { startIdentityProvider } from './identity/identity-provider.ts'
import { lockFolder } from './lock.ts'
import { localLogins, urlOf } from '../database/logins.ts'
import { migrate } from '../database/migrate.ts'
import { OtherVersion } from '../database/other-version.ts'
import { startNeonEndpoint } from './neon/endpoint.ts'
import { portInUse } from './ports.ts'
import { startPostgres } from './postgres/postgres.ts'
import { removePostgresData } from './postgres/account.ts'
import { secretKeyFiles } from './secret-keys.ts'
import { seed } from './seed/seed.ts'
import type { Settings } from './settings.ts'
import { startWorker } from './worker.ts'

type Options = {
  settings: Settings
  /** Deletes all data first. */
  reset: boolean
  /** Aborts the start. */
  cancelled: AbortSignal
  onCrash: (part: string, reason: string) => void
  /** Functions that stop what was started, last started first. */
  running: (() => Promise<void>)[]
}

/** Starts every part of the local stack, in the order of their dependencies. */
export async function startStack({ settings, reset, cancelled, onCrash, running }: Options) {
  const { dir, ports, baseUrl, issuer } = settings
  const started = (stop: () => Promise<void>) => {
    running.unshift(stop)
    cancelled.throwIfAborted()
  }
  await mkdir(dir, { recursive: true })
  const lock = await lockFolder(dir)
  started(() => lock.release())
  for (const port of Object.values(ports)) {
    if (await portInUse(port)) {
      throw new Error(
        `Port ${port} is in use. The local stack needs four consecutive ports. Choose others, for example: PORT=${ports.service + 100} npm run dev`,
      )
    }
  }
  if (reset) {
    await removePostgresData(dir)
    for (const file of ['postgres-password', 'identity-provider.json', ...Object.values(secretKeyFiles), 'worker']) {
      await rm(join(dir, file), { recursive: true, force: true })
    }
  }

  const postgres = await startPostgres({
    dir,
    port: ports.postgres,
    settings: { track_functions: 'all' },
  })
  started(() => postgres.stop())
  void postgres.crashed.then((log) => onCrash('PostgreSQL', log))

  const ownerUrl = await ensureDatabase(postgres.superuserUrl, 'commerce')
  await migrate({ ownerUrl, logins: localLogins }).catch((error: unknown) => {
    if (!(error instanceof OtherVersion)) throw error
    throw new Error(
      'The local database was made by another version: run npm run dev -- --reset, which deletes its data and starts again.',
    )
  })
  cancelled.throwIfAborted()
  await seed({ ownerUrl, issuer, baseUrl, now: settings.seedUntil, recent: 40 })
  cancelled.throwIfAborted()

  const endpoint = await startNeonEndpoint({ port: ports.neonEndpoint, poolSize: 20, traces: true })
  started(() => endpoint.close())
  const provider = await startIdentityProvider(settings)
  started(() => provider.close())

  const urls = { app: urlOf(ownerUrl, localLogins.app), jobs: urlOf(ownerUrl, localLogins.jobs) }
  const worker = await startWorker(settings, urls, endpoint.url, started)
  await dressShops(settings, ownerUrl)
  cancelled.throwIfAborted()
  started(runCrons(baseUrl))
  void worker.crashed.then((reason) => onCrash('The Worker', reason))
}
