import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import * as z from 'zod'

// What a merchant picks in their assistant and sends as their own words: unlike a description, it may ask for something.
const prompts = [
  {
    name: 'daily_summary',
    title: 'Daily summary',
    description: 'The orders of one day, and what of them needs attention',
    arguments: [{ name: 'date', description: 'YYYY-MM-DD in the time zone of the store; default: today' }],
    input: z.object({ date: z.iso.date().optional() }),
    text: ({ date = 'today' }: { date?: string | undefined }) =>
      `Summarise the orders of my store of ${date}. Take the time zone and currency from get_store, and every order ` +
      `of that day from list_orders with created_from and created_to both set to the date, going on with the cursor until has_more is ` +
      `false. Tell me how many orders there were and what they come to, by status and by platform; which are still ` +
      `pending, unpaid or on hold; and what stands out against an ordinary day.`,
  },
  {
    name: 'low_stock_review',
    title: 'Low stock review',
    description: 'The variants of which little is left',
    arguments: [{ name: 'threshold', description: 'Little is this many or fewer; default: 5' }],
    input: z.object({
      threshold: z
        .string()
        .regex(/^\d{1,6}$/, 'Give a whole number')
        .optional(),
    }),
    text: ({ threshold = '5' }: { threshold?: string | undefined }) =>
      `Review the stock of my store. Go through list_products with status active, going on with the cursor until ` +
      `has_more is false, and list every variant of which ${threshold} or fewer are available, sold out ones first, ` +
      `with product, variant, SKU and what is available. Where there are recent orders of them in list_orders, say ` +
      `how many. Change nothing.`,
  },
]

export const promptList: ListPromptsResult = {
  prompts: prompts.map(({ input: _input, text: _text, ...listed }) => listed),
}

export function getPrompt(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no prompt of this name.')
  const input = prompt.input.safeParse(given)
  if (!input.success) throw new ProtocolError(ProtocolErrorCode.InvalidParams, z.prettifyError(input.error))
  const text = prompt.text(input.data)
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] }
}
