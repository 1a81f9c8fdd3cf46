import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Wrangler's script, to run with this Node. */
export const wrangler = join(
  dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
  'bin',
  'wrangler.js',
)
