import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { moreIfLong, onlyLong } from './support/node/long-tests.ts'
import { useRunFolder } from './support/node/run-folder.ts'

// Vitest reads this file several times, and other programs read it to see which tests there are.
if (process.env['VITEST'] !== undefined) process.env['COMMERCE_RUN_FOLDER'] ??= useRunFolder()

const root = fileURLToPath(new URL('..', import.meta.url))

const isLong = process.env['TEST_LONG'] !== undefined
const long = [...onlyLong, ...moreIfLong]
const left = isLong ? [] : onlyLong
const isE2e = (pattern: string) => pattern.startsWith('test/e2e/')

// Each loads the whole service. One more than a small machine has cores, because many tests wait.
const maxWorkers = Math.max(3, Math.min(4, availableParallelism() - 1))

// Files of e2e share the people and stores of one stack. In npm test, dev and e2e have a queue beside workerd's.
const oneAtATime = { maxWorkers: 1 }

// Only what hangs should meet these limits: a busy machine can be ten times as slow.
const patience = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  root,
  test: {
    // One line a request from the service under test would bury what failed.
    silent: 'passed-only',
    // What the whole run has to show is checked after it, and must not be cut short: test/support/node/global-setup.ts.
    teardownTimeout: 120_000,
    projects: [
      {
        root,
        plugins: [
          cloudflareTest(({ inject }) => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: { bindings: inject('bindings') },
          })),
        ],
        test: {
          name: 'workerd',
          include: isLong ? long : ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/dev/**', ...left],
          globalSetup: ['test/support/node/global-setup.ts'],
          ...patience,
          // Loading the Worker takes longer than most files do. Nothing that the tests tell apart is kept in a module.
          isolate: false,
          maxWorkers,
          setupFiles: [
            'test/support/run/patience.ts',
            'test/support/run/request-log.ts',
            'test/support/contract/report.ts',
          ],
        },
      },
      {
        root,
        test: { name: 'dev', include: isLong ? [] : ['test/dev/**/*.test.ts'], ...oneAtATime, ...patience },
      },
      {
        // Real HTTP, real clients, a real browser, against the local stack.
        root,
        test: {
          name: 'e2e',
          include: isLong ? long.filter(isE2e) : ['test/e2e/**/*.test.ts'],
          exclude: [...left],
          globalSetup: ['test/e2e/stack.ts'],
          ...oneAtATime,
          ...patience,
        },
      },
    ],
  },
})
