import { tokenScopes } from '../../platform/auth/tokens/scopes.ts'

/** RFC 8414 section 2. Uses the configured URL, never the Host header. */
export const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/api/oauth/authorize`,
  token_endpoint: `${issuer}/api/oauth/token`,
  registration_endpoint: `${issuer}/api/oauth/register`,
  revocation_endpoint: `${issuer}/api/oauth/revoke`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  scopes_supported: [...tokenScopes, 'offline_access'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
})
