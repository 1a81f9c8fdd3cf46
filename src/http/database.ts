import { type Database, openDatabase } from '../db/client.ts'
import { type Config, jobsDatabaseUrlOf } from './config.ts'

export const databaseOf = ({ databaseUrl, neonFetchEndpoint }: Config): Database =>
  openDatabase({ url: databaseUrl, fetchEndpoint: neonFetchEndpoint })

/** Connects as app_jobs. For crons only. */
export const jobsDatabaseOf = (config: Config): Database =>
  openDatabase({ url: jobsDatabaseUrlOf(config), fetchEndpoint: config.neonFetchEndpoint })
