/** What a call does to the store. Hosts ask their user before calling a destructive tool. */
export const hints = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  /** Overwrites values; calling it twice has the same result as once. */
  replace: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  /** Changes values; calling it twice may change them twice. */
  adjust: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
} as const

export type Effect = keyof typeof hints
