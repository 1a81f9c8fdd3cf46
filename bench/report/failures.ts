import { manyConnections, type Measured } from '../measures/measurements.ts'

/** A line for each measurement with failures, which counts them by status. */
export function failuresOf({ name, single, concurrent }: Measured): string[] {
  return [
    { label: `${name}, 1 connection`, ...single },
    { label: `${name}, ${manyConnections} connections`, ...concurrent },
  ].flatMap(({ label, failures, failuresByKind, failure }) => {
    const kinds = Object.entries(failuresByKind).map(([kind, count]) => `${kind}: ${count}`)
    return failures > 0 ? [`✗ ${label}: ${failures} FAILED (${kinds.join(', ')}), first: ${failure ?? ''}`] : []
  })
}
