import { type Database, openDatabase } from '../db/client.ts'
import type { Config } from './config.ts'

export const databaseOf = ({ databaseUrl, neonFetchEndpoint }: Config): Database =>
  openDatabase({ url: databaseUrl, fetchEndpoint: neonFetchEndpoint })
