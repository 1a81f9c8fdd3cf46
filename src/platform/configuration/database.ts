import { type Database, openDatabase } from '../db/client.ts'
import { type Config, jobsDatabaseUrlOf } from './config.ts'

const databases = new WeakMap<Config, Database>()

export function databaseOf(config: Config): Database {
  const database =
    databases.get(config) ?? openDatabase({ url: config.databaseUrl, fetchEndpoint: config.neonFetchEndpoint })
  databases.set(config, database)
  return database
}

/** Answers within two seconds, so that a health check learns about a database that hangs. */
export const probeOf = (config: Config, url: string): Database =>
  openDatabase({ url, fetchEndpoint: config.neonFetchEndpoint }, 2000)

/** Connects as app_jobs. For crons only. */
export const jobsDatabaseOf = (config: Config): Database =>
  openDatabase({ url: jobsDatabaseUrlOf(config), fetchEndpoint: config.neonFetchEndpoint })
