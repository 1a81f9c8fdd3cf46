import * as z from 'zod'
import { operation } from '../operation.ts'
import { listOf, PageInput } from '../page.ts'
import { Connection } from './connection.ts'

/** The assistants allowed into the stores that the caller manages, the newest first. */
export const listConnections = operation(
  { name: 'list_connections', scope: 'tokens:manage', input: z.strictObject(PageInput), output: listOf(Connection) },
  async () => {
    throw new Error('not written yet')
  },
)
