import { fileURLToPath } from 'node:url'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { SpreadE2e } from './support/node/spread-e2e.ts'
import { useRunFolder } from './support/node/run-folder.ts'

// Vitest reads this file several times, and other programs read it to see which tests there are.
if (process.env['VITEST'] !== undefined) process.env['COMMERCE_RUN_FOLDER'] ??= useRunFolder()

const root = fileURLToPath(new URL('..', import.meta.url))

// Those that try more than by default: see test/support/effort.ts.
const long = [
  'test/fuzz/**/*.test.ts',
  'test/orders/{random-life,one-by-one,life-cycle}.test.ts',
  'test/transfer/{large-export,round-trip}.test.ts',
  'test/segments/exact.test.ts',
  'test/customers/merge-loses-nothing.test.ts',
  'test/analytics/{equal-to-the-orders,growth}.test.ts',
]

// One more than a small machine has cores: many tests wait. Projects run side by side only if they all have the same.
const maxWorkers = 3

export default defineConfig({
  root,
  test: {
    // One line a request from the service under test would bury what failed.
    silent: 'passed-only',
    sequence: { sequencer: SpreadE2e },
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
          include: process.env['TEST_LONG'] === undefined ? ['test/**/*.test.ts'] : long,
          exclude: ['test/e2e/**', 'test/dev/**'],
          globalSetup: ['test/support/node/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // Loading the Worker takes longer than most files do. Nothing that the tests tell apart is kept in a module.
          isolate: false,
          maxWorkers,
          setupFiles: ['test/support/request-log.ts', 'test/support/report-contract.ts'],
        },
      },
      {
        root,
        test: { name: 'dev', include: ['test/dev/**/*.test.ts'], maxWorkers },
      },
      {
        // Real HTTP, real clients, a real browser, against the local stack.
        root,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/stack.ts'],
          setupFiles: ['test/e2e/one-at-a-time.ts'],
          maxWorkers,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
