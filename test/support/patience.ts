import fc from 'fast-check'

// What a test shows must not depend on how fast the machine is, nor on chance.

/** A request to the database, in milliseconds (src/db/client.ts). Hundreds at once wait for eight connections. */
const attemptTimeoutMs = 8000
const patientMs = 30_000

/** A Worker may have 10,000 timeouts, which go on after their request ended. */
const mostPatient = 1000
let patient = 0

const timeout = AbortSignal.timeout.bind(AbortSignal)
AbortSignal.timeout = (ms) => {
  if (ms !== attemptTimeoutMs || patient >= mostPatient) return timeout(ms)
  const signal = timeout(patientMs)
  patient++
  signal.addEventListener('abort', () => void patient--)
  return signal
}

// Another seed generates other input.
fc.configureGlobal({ seed: 20_261_123 })
