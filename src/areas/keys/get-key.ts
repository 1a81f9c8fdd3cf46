import * as z from 'zod'
import { notFound } from '../../platform/errors/errors.ts'
import { id } from '../../platform/values/ids.ts'
import { findToken } from '../mcp-tokens/access-token.ts'
import { operation } from '../../platform/operation/operation.ts'
import { ApiKey, toApiKey } from './api-key.ts'

export const getKey = operation(
  { name: 'get_api_key', scope: 'tokens:manage', input: z.strictObject({ key_id: id('API key') }), output: ApiKey },
  async (context, { key_id }) => {
    const row = await findToken(context, 'api', key_id)
    if (!row) throw notFound('key')
    return toApiKey(row)
  },
)
