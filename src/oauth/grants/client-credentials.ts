import * as z from 'zod'

/** How a client says who it is at the token endpoint: `secret_hash` null where it sent no secret. */
export const ClientCredentials = { client_id: z.string(), secret_hash: z.string().nullable() }
