import { type TokenScope, type Scope, tokenScopesFor } from '../../platform/auth/tokens/scopes.ts'
import type { Caller } from '../../platform/operation/context.ts'
import { type ErrorCode, ServiceError } from '../../platform/errors/errors.ts'
import { getTokenScopes } from '../../areas/mcp-tokens/get-token-scopes.ts'

/** One HTTP request to the MCP endpoint. */
export type McpCall = {
  readonly caller: Caller
  readonly requestId: string
  /** The token's scopes, read from the database when first needed. Throws if the token is invalid. */
  readonly scopes: () => Promise<readonly TokenScope[]>
  /** An authentication error, which is returned as an HTTP status so that the client gets another token. */
  refused: ServiceError | undefined
  /** The error code of a failed call, for the log. */
  failed: ErrorCode | undefined
}

export function openMcpCall(caller: Caller, requestId: string): McpCall {
  let scopes: Promise<readonly TokenScope[]> | undefined
  return {
    caller,
    requestId,
    scopes: () => (scopes ??= getTokenScopes(caller, {}).then((token) => token.scopes)),
    refused: undefined,
    failed: undefined,
  }
}

/** Authenticates the token if no operation has: then the database has not been asked yet. */
export async function authenticate({ caller, scopes }: McpCall, scope: Scope): Promise<void> {
  if (caller.trace.roundTrips === 0 && !allows(await scopes(), scope)) throw missingScope(scope)
}

export const allows = (scopes: readonly TokenScope[], scope: Scope): boolean =>
  tokenScopesFor(scope).some((one) => scopes.includes(one))

export const missingScope = (scope: Scope): ServiceError =>
  new ServiceError('insufficient_scope', `This requires a token with the scope ${scope}.`, {
    extra: { scopes: [scope] },
  })

/** Whether the error is about the token, not about the call. */
export const isTokenError = ({ code }: ServiceError): boolean =>
  code === 'invalid_token' || code === 'insufficient_scope'
