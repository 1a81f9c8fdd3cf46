import type { Exceptions } from '../../../dev/contract/coverage.ts'

/** What the contract documents and no test sees. What a test sees may not be here. */
export const neverSeen: Exceptions = {
  operations: {},
  codes: {
    answer_too_large:
      'pages end where their size ends. Other answers have limits; this is what a mistake in those would be',
  },
}
