import fc from 'fast-check'

// What a test shows must not depend on how fast the machine is, nor on chance.

/** A request to the database, in milliseconds (src/platform/db/client.ts). Hundreds at once wait for eight connections. */
const attemptTimeoutMs = 8000
const patientMs = 30_000

/**
 * A Worker may have 10,000 timeouts, which go on after their request ended. While so many are running, requests are less patient,
 * and then have no limit of their own.
 */
const [mostPatient, mostLimited] = [1000, 5000]
let running = 0

const timeout = AbortSignal.timeout.bind(AbortSignal)
AbortSignal.timeout = (ms) => {
  if (ms !== attemptTimeoutMs) return timeout(ms)
  if (running >= mostLimited) return new AbortController().signal
  const signal = timeout(running < mostPatient ? patientMs : ms)
  running++
  signal.addEventListener('abort', () => void running--)
  return signal
}

// Another seed generates other input.
fc.configureGlobal({ seed: 20_261_123 })
