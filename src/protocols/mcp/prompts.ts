import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { Day } from '../../platform/values/text.ts'

// A merchant selects a prompt and sends it as their own message. So it may give instructions, unlike a tool description.
const prompts = [
  {
    name: 'daily_summary',
    title: 'Daily summary',
    description: 'The orders of one day, and which of them need attention',
    arguments: [{ name: 'date', description: 'YYYY-MM-DD in the time zone of the store. Default: today' }],
    input: z.object({ date: Day.optional() }),
    text: ({ date = 'today' }: { date?: string | undefined }) =>
      `Summarise my store's orders of ${date}. Get the time zone and currency with get_store, and all orders of that ` +
      `day with list_orders, with created_from and created_to both set to the date; repeat with the cursor until ` +
      `has_more is false. Tell me the number of orders and their total, by status and by platform; which are still ` +
      `pending, unpaid or on hold; and what is unusual.`,
  },
  {
    name: 'low_stock_review',
    title: 'Low stock review',
    description: 'The variants that are running out',
    arguments: [{ name: 'threshold', description: 'List variants with at most this many available. Default: 5' }],
    input: z.object({
      threshold: z
        .string()
        .regex(/^\d{1,6}$/, 'must be a whole number')
        .optional(),
    }),
    text: ({ threshold = '5' }: { threshold?: string | undefined }) =>
      `Review the stock of my store. Get every variant with ${threshold} or fewer available with list_low_stock; repeat ` +
      `with the cursor until has_more is false. List them with product, variant, SKU and available quantity, those ` +
      `that are sold out first. If list_orders has recent orders for them, say how many. Change nothing.`,
  },
]

export const promptList: ListPromptsResult = {
  prompts: prompts.map(({ input: _input, text: _text, ...listed }) => listed),
}

export function getPrompt(name: string, values: Readonly<Record<string, string>> = {}): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt. See prompts/list.')
  const input = prompt.input.safeParse(values)
  if (!input.success) throw new ProtocolError(ProtocolErrorCode.InvalidParams, z.prettifyError(input.error))
  const text = prompt.text(input.data)
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}
