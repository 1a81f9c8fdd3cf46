import { grantedBy, type Scope, type TokenScope } from '../auth/tokens/scopes.ts'
import type { Caller } from '../context.ts'
import { type ErrorCode, ServiceError } from '../errors.ts'
import { getTokenScopes } from '../mcp-tokens/get-token-scopes.ts'

/** One HTTP request to the endpoint. */
export type Exchange = {
  readonly caller: Caller
  readonly requestId: string
  /** What the token may do: asked of the database when first needed. Throws where the token does not hold. */
  readonly scopes: () => Promise<readonly TokenScope[]>
  /** A refusal of the token, which is answered over HTTP: a client that reads it gets another token. */
  refused: ServiceError | undefined
  /** Why the call failed, for the log. */
  failed: ErrorCode | undefined
}

export function openExchange(caller: Caller, requestId: string): Exchange {
  let scopes: Promise<readonly TokenScope[]> | undefined
  return {
    caller,
    requestId,
    scopes: () => (scopes ??= getTokenScopes(caller, {}).then((token) => token.scopes)),
    refused: undefined,
    failed: undefined,
  }
}

/** Proves the token where no operation did: none was reached, so the database was not asked. */
export async function prove({ caller, scopes }: Exchange, scope: Scope): Promise<void> {
  if (caller.trace.roundTrips === 0 && !allows(await scopes(), scope)) throw missingScope(scope)
}

export const allows = (scopes: readonly TokenScope[], scope: Scope): boolean =>
  grantedBy[scope].some((one) => scopes.includes(one))

export const missingScope = (scope: Scope): ServiceError =>
  new ServiceError('insufficient_scope', `This needs a token with the scope ${scope}.`, { extra: { scopes: [scope] } })

/** Whether it is the token that is refused, not what was asked with it. */
export const isTokenError = ({ code }: ServiceError): boolean =>
  code === 'invalid_token' || code === 'insufficient_scope'
