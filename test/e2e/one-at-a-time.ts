import { mkdir, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { z } from 'zod'

// The files share the people and stores of one stack. They run beside the other projects, but not beside each other.
const lock = join(process.env['COMMERCE_RUN_FOLDER'] ?? tmpdir(), 'e2e-running')

const exists = (error: unknown) => z.object({ code: z.literal('EEXIST') }).safeParse(error).success

beforeAll(async () => {
  for (;;) {
    try {
      await mkdir(lock)
      return
    } catch (error) {
      if (!exists(error)) throw error
      await sleep(100)
    }
  }
}, 1_200_000)

afterAll(() => rmdir(lock))
