import { tool } from '../mcp/tool.ts'
import { getStore } from './get-store.ts'

export const storesTools = [
  tool({
    name: 'get_store',
    title: 'Get the store',
    effect: 'read',
    description:
      'The store that the token belongs to: name, currency and its decimals, time zone, language, how customers reach it. Every other tool is about this store.',
    operation: getStore,
  }),
]
