import type { Json } from './json.ts'

/** RFC 6749 section 5.2. */
export const oauthErrorSchema: Json = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: {
    error: {
      type: 'string',
      enum: [
        'invalid_request',
        'invalid_client',
        'invalid_grant',
        'invalid_scope',
        'invalid_target',
        'unsupported_grant_type',
        'invalid_redirect_uri',
        'invalid_client_metadata',
        'temporarily_unavailable',
        'server_error',
      ],
    },
    error_description: { type: 'string' },
    request_id: { type: 'string' },
  },
}
