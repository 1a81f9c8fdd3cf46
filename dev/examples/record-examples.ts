import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { recorder, stable } from './recorder.ts'
import { recordAll } from './steps.ts'
import { readSettings } from '../stack/settings.ts'
import { accessToken } from '../stack/identity/sign-in.ts'

const Paths = z.object({ paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string() }))) })

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Calls every operation on the running local stack once, and stores the requests and responses as the examples of the
 * contract. The stack's data must be new, and end with the day before (`SEED_UNTIL=midnight npm run dev -- --reset`): then two
 * recordings are equal.
 */
async function main() {
  const { baseUrl, issuer, cliRedirectUri } = readSettings(process.env)
  const { paths } = Paths.parse(JSON.parse(readFileSync(fileAt('../../openapi.json'), 'utf8')))
  const operations = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [operationId, { method, path }] as const),
    ),
  )
  const tokenOf = (email: string) => accessToken({ issuer, redirectUri: cliRedirectUri, email })
  const record = recorder(baseUrl, operations, await tokenOf('owner@acme.test'))
  await recordAll(record, {
    invited: await tokenOf('nobody@nowhere.test'),
    declining: await tokenOf('owner@globex.test'),
  })
  const text = `${JSON.stringify(Object.fromEntries(record.recorded), null, 2)}\n`
  writeFileSync(fileAt('../contract/openapi/examples.json'), stable(text, baseUrl, issuer))
  const missing = [...operations.keys()].filter((id) => !record.recorded.has(id))
  console.log(`${record.recorded.size} examples; none of ${missing.join(', ')}`)
}

await main()
