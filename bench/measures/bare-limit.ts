import pg from 'pg'
import type { Bundle } from '../rig/bundle.ts'
import type { IdentityProvider } from '../rig/identity-provider.ts'
import { get } from '../load/requests.ts'
import { type Rig, startRig } from '../rig/rig.ts'
import type { System } from '../load/system.ts'

/** Stores the service's own response to a list where bench/worker/bare.ts reads it, and starts that Worker. */
export async function startBareLimit(
  bundle: Bundle,
  { dataset: { ownerUrl, appUrl }, rig, sample: { hot } }: System,
  identityProvider: IdentityProvider,
): Promise<{ rig: Rig; request: Buffer; kilobytes: number }> {
  const headers = { Authorization: `Bearer ${hot.token}` }
  const response = await fetch(`http://127.0.0.1:${rig.worker.port}/api/orders`, { headers })
  if (!response.ok) throw new Error(`the list failed: ${await response.text()}`)
  const body = await response.text()
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(`create schema if not exists bench; grant usage on schema bench to app_rw;
      create table if not exists bench.stored_text (body text not null); grant select on bench.stored_text to app_rw;
      truncate bench.stored_text`)
    await owner.query('insert into bench.stored_text values ($1)', [body])
  } finally {
    await owner.end()
  }
  const bare = await startRig({ bundle, appUrl, identityProviders: identityProvider.variable })
  return { rig: bare, request: get(hot, '/'), kilobytes: Buffer.byteLength(body) / 1024 }
}
