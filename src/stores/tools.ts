import { tool } from '../mcp/tool.ts'
import { getStore } from './get-store.ts'

export const storesTools = [
  tool({
    name: 'get_store',
    title: 'Get the store',
    effect: 'read',
    description:
      'Returns the store that the token belongs to: name, currency and its decimals, time zone, language, contact details and tax. All other tools work on this store.',
    operation: getStore,
  }),
]
