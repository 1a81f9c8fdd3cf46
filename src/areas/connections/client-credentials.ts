import * as z from 'zod'

/** A client's credentials at the token endpoint. `secret_hash` is null if it sent no secret. */
export const ClientCredentials = { client_id: z.string(), secret_hash: z.string().nullable() }
