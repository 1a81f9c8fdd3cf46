import { answerOf, callOf, post, refusalOf, tokenFor } from '../../support/callers/assistant.ts'
import { type Line, openWithOrder } from './scarf-shop.ts'

/** A shop with an order of these lines, and an assistant that is asked about that order unless it is told of another. */
export async function openWithAssistant(...lines: readonly Line[]) {
  const shop = await openWithOrder({ lines })
  const { id: tokenId, token } = await tokenFor(shop)
  const send = (tool: string, args: Record<string, unknown>) =>
    post(callOf(tool, { order_id: shop.id, ...args }), { token })
  return {
    ...shop,
    token,
    tokenId,
    call: async (tool: string, args: Record<string, unknown> = {}) => answerOf(await send(tool, args)),
    refused: async (tool: string, args: Record<string, unknown> = {}) => refusalOf(await send(tool, args)),
  }
}
