import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Vault } from '../../auth/tokens/vault.ts'
import { channelKinds } from '../../db/schema/inbox.ts'
import { id } from '../../ids.ts'
import { publicOperation } from '../../operation.ts'

const Lock = z.object({
  kind: z.enum(channelKinds),
  account_id: z.string().nullable(),
  credentials: z.record(z.string(), z.string()),
})

export type Lock = z.output<typeof Lock>

/** What a hook's caller is verified with; null where there is no such channel. */
export const readLock = publicOperation(
  { input: z.strictObject({ channel_id: id('channel') }), output: Lock.nullable() },
  async ({ call }, { channel_id }) => {
    const [{ rows }] = await call((db) => [db.execute(sql`select app.channel_lock(${channel_id}) as lock`)])
    return Lock.nullable().parse(rows[0]?.['lock'])
  },
)

/** The named credentials that there are, opened. */
export async function secretsOf(
  { credentials }: Lock,
  names: readonly string[],
  channelId: string,
  vault: Vault,
): Promise<string[]> {
  const sealed = names.flatMap((name) => credentials[name] ?? [])
  const opened = await Promise.all(sealed.map((one) => vault.open(one, channelId)))
  return opened.flatMap((secret) => secret ?? [])
}
