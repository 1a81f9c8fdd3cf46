/** The pages of a store, in the order of their tabs. */
export const sections = ['mcp', 'keys', 'webhooks', 'members', 'store', 'delivery', 'tax', 'discounts'] as const

export type Section = (typeof sections)[number]
