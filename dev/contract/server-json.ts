// Gives server.json the version of package.json. `npm version` runs it.
import { readFileSync, writeFileSync } from 'node:fs'
import packageJson from '../../package.json' with { type: 'json' }

const file = new URL('../../server.json', import.meta.url)
writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]*"/, `"version": "${packageJson.version}"`))
