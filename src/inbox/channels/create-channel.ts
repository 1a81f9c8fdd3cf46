import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Vault } from '../../auth/tokens/vault.ts'
import { channels } from '../../db/schema/inbox.ts'
import { ServiceError } from '../../errors.ts'
import { newId } from '../../ids.ts'
import { operation } from '../../operation.ts'
import { refusal, type Refusals } from '../../refusals.ts'
import { newWebhookSecret } from '../../standard-webhooks.ts'
import { channelJson, ChannelWithSecret, readChannel, toChannel } from './channel.ts'
import { checkSendUrl, NewChannel, signedKinds } from './channel-fields.ts'

const newChannelRefusals = {
  channels_account_key: refusal(
    'duplicate',
    {},
    'This store already has a channel of this kind for this account. GET /api/inbox/channels lists it.',
    { pointer: '/account_id' },
  ),
} as const satisfies Refusals

export const createChannel = operation(
  {
    name: 'create_channel',
    scope: 'inbox:manage',
    recentSignIn: () => 'authenticated',
    input: NewChannel,
    output: ChannelWithSecret,
    refusals: newChannelRefusals,
  },
  async ({ caller, write }, input) => {
    const { publicUrl, vault } = caller.deployment
    if ('send_url' in input) checkSendUrl(input.send_url, publicUrl)
    const id = newId()
    const secret = signedKinds.includes(input.kind) ? newWebhookSecret() : undefined
    const credentials = await sealed(vault, { ...credentialsOf(input), ...(secret && { secret }) }, id)
    const row = await write({
      store: sql`app.only_store()`,
      statements: (db) => [
        db.insert(channels).values({
          storeId: sql`app.store()`,
          id,
          kind: input.kind,
          name: input.name,
          accountId: accountOf(input),
          settings: settingsOf(input),
          credentials,
        }),
        db.execute(sql`select app.record_event('channel.created', ${id}, ${JSON.stringify({ kind: input.kind })})`),
      ],
      result: channelJson(id),
      read: readChannel,
    })
    if (row.id !== id && secret !== undefined) throw shownBefore(row.id)
    return { ...toChannel(row, caller.deployment), ...(secret !== undefined && { secret }) }
  },
)

type Given = z.output<typeof NewChannel>

const accountOf = (given: Given) =>
  'account_id' in given ? given.account_id : given.kind === 'web_form' ? 'store' : null

const credentialsOf = (given: Given): Record<string, string> =>
  'app_secret' in given
    ? { access_token: given.access_token, app_secret: given.app_secret, verify_token: given.verify_token }
    : {}

const settingsOf = (given: Given): Record<string, string> => ({
  ...('send_url' in given && given.send_url !== undefined && { send_url: given.send_url }),
  ...('from_name' in given && given.from_name !== undefined && { from_name: given.from_name }),
})

export async function sealed(
  vault: Vault,
  secrets: Readonly<Record<string, string>>,
  channelId: string,
): Promise<Record<string, string>> {
  const all = Object.entries(secrets).map(
    async ([name, secret]) => [name, await vault.seal(secret, channelId)] as const,
  )
  return Object.fromEntries(await Promise.all(all))
}

/** The secret of an earlier request cannot be shown a second time. */
export const shownBefore = (channelId: string) =>
  new ServiceError(
    'duplicate',
    'This was done with this Idempotency-Key before, and its secret is shown once. If it got lost, rotate it with a new key.',
    { extra: { channel_id: channelId } },
  )
