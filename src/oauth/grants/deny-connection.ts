import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { operation } from '../../operation.ts'
import { Answered, RequestHandle } from './authorization-request.ts'
import { Addressee, answerTo } from './authorization-response.ts'
import { goneOr, handleHash } from './request-gone.ts'

/** Refuses the assistant; anybody who was shown the request may. `not_found` as for approving. */
export const denyConnection = operation(
  { name: 'deny_connection', scope: 'stores:read', input: z.strictObject(RequestHandle), output: Answered },
  async ({ run }, { request, browser }) => {
    const handle = await handleHash(request)
    try {
      const [{ rows }] = await run((db) => [
        db.execute(sql`select app.deny_authorization(decode(${handle}, 'hex'), decode(${browser}, 'hex')) as denied`),
      ])
      return { location: answerTo(Addressee.parse(rows[0]?.['denied']), { error: 'access_denied' }) }
    } catch (error) {
      throw goneOr(error)
    }
  },
)
