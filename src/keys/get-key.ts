import * as z from 'zod'
import { notFound } from '../errors.ts'
import { id } from '../ids.ts'
import { findToken } from '../mcp-tokens/access-token.ts'
import { operation } from '../operation.ts'
import { ApiKey, toApiKey } from './api-key.ts'

export const getKey = operation(
  { name: 'get_api_key', scope: 'tokens:manage', input: z.strictObject({ key_id: id('API key') }), output: ApiKey },
  async (context, { key_id }) => {
    const row = await findToken(context, 'api', key_id)
    if (!row) throw notFound('key')
    return toApiKey(row)
  },
)
