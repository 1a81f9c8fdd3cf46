import { grantedBy, isScope, type Scope, tokenScopesFor } from '../auth/tokens/scopes.ts'
import type { Credential } from './context.ts'
import type { Refusal } from '../db/failure.ts'
import { notFound, ServiceError, sessionRequired, storeNotFound } from '../errors/errors.ts'
import { keyReused } from './idempotency-key.ts'
import { pageTooDeep } from '../lists/page.ts'

/** The refusals that any operation can run into. */
export function anyRefusal(refused: Refusal, scope: Scope, kind: Credential['kind']): Error {
  switch (refused.code) {
    case 'forbidden':
      return new ServiceError('forbidden', 'Your role in this store does not allow this. Ask an owner or admin.')
    case 'store_closed':
      return new ServiceError(
        'store_closed',
        'This store is closed. It can still be read and exported, and access to it can be taken away, but nothing else can be changed. Ask whoever runs this service.',
      )
    case 'invalid_token':
      return new ServiceError(
        'invalid_token',
        `The ${kind === 'key' ? 'API key' : 'token'} is unknown, expired or revoked, or its creator is no longer an owner or admin of the store. Get a new one.`,
      )
    case 'insufficient_scope':
      // The detail: another scope than that of the operation.
      return missingScope(isScope(refused.detail) ? refused.detail : scope, kind)
    case 'not_found':
      // 'store': the one in X-Store-Id, refused by app.enter_member.
      return refused.detail === 'store' ? storeNotFound() : notFound(refused.detail || 'resource')
    case 'version_conflict':
      return new ServiceError(
        'version_conflict',
        `This was changed since you read it and is now at version ${refused.detail}. Read it again and repeat your change.`,
      )
    case 'idempotency_key_reused':
      return keyReused()
    case 'page_too_deep':
      return pageTooDeep(Number(refused.detail))
    default:
      return refused
  }
}

/** `scopes` lists the scopes that would allow it; one is enough. */
function missingScope(scope: Scope, kind: Credential['kind']): ServiceError {
  if (kind !== 'key')
    return new ServiceError(
      'insufficient_scope',
      `This requires a token with the scope ${tokenScopesFor(scope).at(-1) ?? scope}.`,
      { extra: { scopes: tokenScopesFor(scope) } },
    )
  const scopes = grantedBy(scope)
  if (scopes.length === 0) return sessionRequired()
  return new ServiceError('insufficient_scope', `This requires an API key with the scope ${scopes.join(' or ')}.`, {
    extra: { scopes },
  })
}
