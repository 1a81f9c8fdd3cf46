import { ServiceError } from '../errors.ts'

// An isolate has 128 MB for everything.
const maxHeldBytes = 64 * 1024 * 1024

let heldBytes = 0

/** Runs `work`, which keeps a file of this size in memory, unless other requests of the isolate already keep too much. */
export async function holding<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
  if (heldBytes + bytes > maxHeldBytes)
    throw new ServiceError('rate_limited', 'Too many files are being uploaded at once. Send this one again.', {
      retryAfter: 1,
    })
  heldBytes += bytes
  try {
    return await work()
  } finally {
    heldBytes -= bytes
  }
}
