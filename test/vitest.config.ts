import { fileURLToPath } from 'node:url'
import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  plugins: [
    cloudflareTest(({ inject }) => ({
      wrangler: { configPath: './wrangler.toml' },
      miniflare: { bindings: inject('bindings') },
    })),
  ],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/node/global-setup.ts'],
    // One line a request from the service under test would bury what failed.
    silent: 'passed-only',
    testTimeout: 30_000,
  },
})
