import type { Exceptions } from '../../../dev/contract/coverage.ts'

/** What the contract documents and no test sees. What a test sees may not be here. */
export const neverSeen: Exceptions = { operations: {}, codes: {} }
