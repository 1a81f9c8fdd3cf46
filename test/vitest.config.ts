import { cloudflareTest } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [
    cloudflareTest(({ inject }) => ({
      wrangler: { configPath: './wrangler.toml' },
      miniflare: { bindings: { PROBE: inject('probe'), ...inject('identity') } },
    })),
  ],
  test: { include: ['test/**/*.test.ts'], globalSetup: ['test/support/node/global-setup.ts'] },
})
