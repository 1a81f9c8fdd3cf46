const settled = new WeakSet<object>()

/** Notes whether everything in this output is as it was when its version was written. */
export function markSettled<Output extends object>(output: Output, isSettled: boolean): Output {
  if (isSettled) settled.add(output)
  return output
}

/** Whether its version identifies this output, so that a client that has this version has nothing to read. */
export const isSettled = (output: object): boolean => settled.has(output)
