import { hmacKey, type TokenKeys } from '../../platform/auth/tokens/keys.ts'
import { redeemCode } from '../../areas/connections/redeem-code.ts'
import { refreshTokens } from '../../areas/connections/refresh-tokens.ts'
import type { Visitor } from '../../platform/operation/context.ts'
import { type PresentedClient, unknownClient } from './client-authentication.ts'
import { OAuthError } from './oauth-error.ts'
import { type Parameters, refuseRepeated } from './parameters.ts'
import { challengeFrom } from './pkce.ts'
import { resourceOf } from './resource-indicator.ts'
import { knownScopes } from './scope-parameter.ts'

const singleParameters = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'client_id',
  'client_secret',
  'refresh_token',
  'scope',
]

export type TokenAnswer = {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

type TokenRequest = {
  readonly form: Parameters
  readonly client: PresentedClient
  readonly visitor: Visitor
  readonly keys: TokenKeys
  readonly publicUrl: string
}

/** Grant types (RFC 6749 sections 4.1.3 and 6). */
const grants: Readonly<Record<string, (request: TokenRequest) => Promise<TokenAnswer>>> = {
  authorization_code: redeem,
  refresh_token: refresh,
}

/** RFC 6749 section 3.2. */
export async function token(request: TokenRequest): Promise<TokenAnswer> {
  refuseRepeated(request.form, singleParameters)
  const type = request.form.get('grant_type')
  if (type === undefined) throw new OAuthError('invalid_request', 'grant_type is required.')
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
  if (grant === undefined)
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.')
  // Checked before a code or token is used up (RFC 8707 section 2.2).
  resourceOf(request.form.all('resource'), request.publicUrl)
  return grant(request)
}

async function redeem({ form, client, visitor }: TokenRequest): Promise<TokenAnswer> {
  const code = required(form, 'code')
  const challenge = await challengeFrom(required(form, 'code_verifier'))
  const result = await redeemCode(visitor, { ...client, code, challenge, redirect_uri: redirectOf(form) })
  if (result.outcome === 'issued') return answer(result)
  if (result.outcome === 'invalid_client') throw unknownClient()
  visitor.trace.tokenRefused = `code ${result.outcome}`
  throw new OAuthError(
    'invalid_grant',
    'The code is unknown, expired or already used, or belongs to another client, redirect_uri or code_challenge.',
  )
}

async function refresh({ form, client, visitor, keys }: TokenRequest): Promise<TokenAnswer> {
  const refresh_token = required(form, 'refresh_token')
  const scopes = knownScopes(form.get('scope'))
  const result = await refreshTokens(visitor, {
    ...client,
    refresh_token,
    scopes: scopes.length > 0 ? [...scopes] : null,
    key: await hmacKey(keys.current),
    key_before: keys.previous === undefined ? null : await hmacKey(keys.previous),
  })
  if (result.outcome === 'issued') return answer(result)
  if (result.outcome === 'invalid_client') throw unknownClient()
  if (result.outcome === 'invalid_scope')
    throw new OAuthError(
      'invalid_scope',
      'scope may only contain scopes that were allowed. The refresh token is still valid.',
    )
  visitor.trace.tokenRefused = `refresh token ${result.outcome}`
  throw new OAuthError(
    'invalid_grant',
    'The refresh token is unknown, expired, already used or revoked, or belongs to another client.',
  )
}

const answer = (issued: Extract<Awaited<ReturnType<typeof redeemCode>>, { outcome: 'issued' }>): TokenAnswer => ({
  access_token: issued.access_token,
  token_type: 'Bearer',
  expires_in: issued.expires_in,
  refresh_token: issued.refresh_token,
  scope: issued.scopes.join(' '),
})

function required(form: Parameters, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is required.`)
  return value
}

/** Null if omitted, which OAuth 2.1 section 10.2 allows. An impossible value becomes '', which matches nothing. */
function redirectOf(form: Parameters): string | null {
  const given = form.get('redirect_uri')
  return given === undefined ? null : /^[\x21-\x7e]{1,2048}$/.test(given) ? given : ''
}
