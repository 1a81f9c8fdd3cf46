import { type Database, openDatabase } from '../db/client.ts'
import { type Config, jobsDatabaseUrlOf } from './config.ts'

const databases = new WeakMap<Config, Database>()

export function databaseOf(config: Config): Database {
  const database =
    databases.get(config) ?? openDatabase({ url: config.databaseUrl, fetchEndpoint: config.neonFetchEndpoint })
  databases.set(config, database)
  return database
}

/** Connects as app_jobs. For crons only. */
export const jobsDatabaseOf = (config: Config): Database =>
  openDatabase({ url: jobsDatabaseUrlOf(config), fetchEndpoint: config.neonFetchEndpoint })
