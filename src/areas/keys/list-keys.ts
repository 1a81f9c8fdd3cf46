import * as z from 'zod'
import { findTokens } from '../mcp-tokens/access-token.ts'
import { operation } from '../../platform/operation/operation.ts'
import { listOf, PageInput } from '../../platform/lists/page.ts'
import { ApiKey, toApiKey } from './api-key.ts'

export const listKeys = operation(
  { name: 'list_api_keys', scope: 'tokens:manage', input: z.strictObject(PageInput), output: listOf(ApiKey) },
  async (context, input) => {
    const page = await findTokens(context, 'api', input)
    return page(toApiKey)
  },
)
