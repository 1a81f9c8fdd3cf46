import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Vault } from '../../../platform/auth/tokens/vault.ts'
import { channels } from '../../../platform/db/schema/inbox.ts'
import { secretAlreadyShown } from '../../../platform/errors/errors.ts'
import { newId } from '../../../platform/values/ids.ts'
import { operation } from '../../../platform/operation/operation.ts'
import { refusal, type Refusals } from '../../../platform/operation/refusals.ts'
import { newWebhookSecret } from '../../../platform/auth/standard-webhooks.ts'
import { channelJson, ChannelWithSecret, readChannel, toChannel } from './channel.ts'
import { checkSendUrl, NewChannel, signedKinds } from './channel-fields.ts'

const newChannelRefusals = {
  limit_reached: refusal(
    'limit_reached',
    { max_channels: z.int().optional(), max_new_channels: z.int().optional() },
    ({ max_channels, max_new_channels }) =>
      max_channels === undefined
        ? `A store can add at most ${max_new_channels} channels in 24 hours, removed ones included. Try again tomorrow.`
        : `A store can have at most ${max_channels} channels. Remove one first.`,
    { members: () => ({}) },
  ),
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
    const credentials = await sealAll(vault, { ...credentialsOf(input), ...(secret && { secret }) }, id)
    const row = await write({
      store: sql`app.only_store()`,
      statements: (db) => [
        db.execute(
          sql`select app.expect_room('channels', (select count(*) from ${channels} c where c.store_id = app.store() and c.archived_at is null))`,
        ),
        db.execute(
          sql`select app.expect_room('new_channels', (select count(*) from ${channels} c where c.store_id = app.store() and c.created_at > now() - interval '24 hours'))`,
        ),
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
    if (row.id !== id && secret !== undefined) throw secretAlreadyShown({ channel_id: row.id })
    return { ...toChannel(row, caller.deployment), ...(secret !== undefined && { secret }) }
  },
)

type Input = z.output<typeof NewChannel>

const accountOf = (input: Input) =>
  'account_id' in input ? input.account_id : input.kind === 'web_form' ? 'store' : null

const credentialsOf = (input: Input): Record<string, string> =>
  'app_secret' in input
    ? { access_token: input.access_token, app_secret: input.app_secret, verify_token: input.verify_token }
    : {}

const settingsOf = (input: Input): Record<string, string> => ({
  ...('send_url' in input && input.send_url !== undefined && { send_url: input.send_url }),
  ...('from_name' in input && input.from_name !== undefined && { from_name: input.from_name }),
})

export async function sealAll(
  vault: Vault,
  secrets: Readonly<Record<string, string>>,
  channelId: string,
): Promise<Record<string, string>> {
  const sealed = Object.entries(secrets).map(
    async ([name, secret]) => [name, await vault.seal(secret, channelId)] as const,
  )
  return Object.fromEntries(await Promise.all(sealed))
}
