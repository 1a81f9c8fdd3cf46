/** The field that a problem is about. For an item of an array, the array. */
export const fieldOf = (pointer: string): string | undefined =>
  pointer.split('/').findLast((step) => !/^\d*$/.test(step))
