import type { OrderAction } from './order-actions.ts'

type Call = {
  readonly tool: string
  readonly arguments: Readonly<Record<string, string | boolean>>
  readonly missing?: string[]
}

/** The tool for each action that has one. The others are for people (docs/assistants.md). */
export const callOf: { readonly [Action in OrderAction]?: Call } = {
  confirm: { tool: 'advance_order', arguments: { action: 'confirm' } },
  hold: { tool: 'advance_order', arguments: { action: 'hold' }, missing: ['reason'] },
  prepare: { tool: 'advance_order', arguments: { action: 'prepare' } },
  ship: { tool: 'advance_order', arguments: { action: 'ship' } },
  deliver: { tool: 'advance_order', arguments: { action: 'deliver' } },
  payments: { tool: 'record_payment', arguments: {} },
  return: { tool: 'return_items', arguments: {} },
  refuse: { tool: 'return_items', arguments: { refused: true } },
  cancel: { tool: 'cancel_order', arguments: {} },
}

/** How a tool takes the action, in words. */
export function callText(action: OrderAction): string {
  const call = callOf[action]
  if (!call) return action
  const given = Object.entries(call.arguments).map(([name, value]) => ` with ${name} ${value}`)
  return `${call.tool}${given.join('')}`
}
