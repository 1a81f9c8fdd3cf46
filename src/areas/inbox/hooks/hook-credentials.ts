import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Vault } from '../../../platform/auth/tokens/vault.ts'
import { channelKinds } from '../../../platform/db/schema/inbox.ts'
import { id } from '../../../platform/values/ids.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'

const HookCredentials = z.object({
  kind: z.enum(channelKinds),
  account_id: z.string().nullable(),
  credentials: z.record(z.string(), z.string()),
})

export type HookCredentials = z.output<typeof HookCredentials>

/** What a hook's requests are verified with; null if there is no such channel. */
export const readHookCredentials = publicOperation(
  { input: z.strictObject({ channel_id: id('channel') }), output: HookCredentials.nullable() },
  async ({ call }, { channel_id }) => {
    const [{ rows }] = await call((db) => [db.execute(sql`select app.channel_lock(${channel_id}) as credentials`)])
    return HookCredentials.nullable().parse(rows[0]?.['credentials'])
  },
)

/** Decrypts those of the named credentials that the channel has. */
export async function secretsOf(
  { credentials }: HookCredentials,
  names: readonly string[],
  channelId: string,
  vault: Vault,
): Promise<string[]> {
  const sealed = names.flatMap((name) => credentials[name] ?? [])
  const opened = await Promise.all(sealed.map((credential) => vault.open(credential, channelId)))
  return opened.flatMap((secret) => secret ?? [])
}
