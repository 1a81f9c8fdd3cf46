import * as z from 'zod'
import { operation } from '../../platform/operation/operation.ts'
import { listOf, PageInput } from '../../platform/lists/page.ts'
import { findTokens } from './access-token.ts'
import { McpToken, toMcpToken } from './mcp-token.ts'

export const listTokens = operation(
  { name: 'list_tokens', scope: 'tokens:manage', input: z.strictObject(PageInput), output: listOf(McpToken) },
  async (context, input) => {
    const page = await findTokens(context, 'mcp', input)
    return page(toMcpToken)
  },
)
