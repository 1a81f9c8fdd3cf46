import { type Database, openDatabase } from '../db/client.ts'
import { type Config, jobsDatabaseUrlOf } from './config.ts'

export const databaseOf = ({ databaseUrl, neonFetchEndpoint }: Config): Database =>
  openDatabase({ url: databaseUrl, fetchEndpoint: neonFetchEndpoint })

/** As a login of app_jobs, for the crons alone. */
export const jobsDatabaseOf = (config: Config): Database =>
  openDatabase({ url: jobsDatabaseUrlOf(config), fetchEndpoint: config.neonFetchEndpoint })
