import { beforeEach } from 'vitest'

// The service logs a line per request. Passing each to Vitest costs more than many requests do, so a test's lines are kept
// until it fails.
const lines: unknown[][] = []

console.info = (...written: unknown[]) => void lines.push(written)

beforeEach(({ onTestFailed }) => {
  lines.length = 0
  onTestFailed(() => {
    for (const written of lines) console.log(...written)
  })
})
