import * as z from 'zod'
import { id } from '../ids.ts'
import { operation } from '../operation.ts'
import { Connection } from './connection.ts'

/** The assistant is refused from its next call on. Disconnecting it again changes nothing. */
export const disconnect = operation(
  {
    name: 'disconnect',
    scope: 'tokens:manage',
    input: z.strictObject({ connection_id: id('connection') }),
    output: Connection,
  },
  async () => {
    throw new Error('not written yet')
  },
)
