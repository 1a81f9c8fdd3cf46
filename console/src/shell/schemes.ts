/** The appearances that one may choose, each with the key of its name. */
export const schemes = [
  ['light', 'light'],
  ['dark', 'dark'],
  ['auto', 'system'],
] as const
