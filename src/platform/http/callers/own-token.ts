import { readBearer } from '../../auth/session/bearer.ts'
import { kindOf } from '../../auth/tokens/format.ts'
import type { RequestContext } from '../app-env.ts'

/** The token in the request if it is one of ours, such as an API key; identity providers issue others. */
export function ownToken(c: RequestContext): string | undefined {
  const bearer = readBearer(c.req.header('Authorization'))
  return 'token' in bearer && kindOf(bearer.token) !== undefined ? bearer.token : undefined
}
