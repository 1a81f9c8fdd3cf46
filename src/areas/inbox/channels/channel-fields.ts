import * as z from 'zod'
import { channelKinds } from '../../../platform/db/schema/inbox.ts'
import { refused } from '../../../platform/errors/errors.ts'
import { externalUrl } from '../../../platform/outside/external-url.ts'
import { withoutMarks } from '../../../platform/values/pasted.ts'
import { Email, Line } from '../../../platform/values/text.ts'
import type { ChannelKind } from './channel.ts'

const Secret = (description: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{8,2000}$/, 'must be 8 to 2000 visible ASCII characters')
    .describe(`${description}. Stored encrypted and never shown`)

const MetaAccount = (description: string) =>
  z
    .string()
    .overwrite(withoutMarks)
    .regex(/^\d{1,32}$/, 'must consist of digits only')
    .describe(description)

export const ChannelName = Line(100)
export const SendUrl = z.string().max(1024).describe('https URL that replies are posted to, signed')
export const FromName = Line(100).describe('Sender name of emails')
export const Credentials = {
  access_token: Secret('Used to send messages'),
  app_secret: Secret("The app's secret, with which Meta signs requests"),
  verify_token: Secret('Any text of your choice, which Meta sends to verify the hook'),
}

const Meta = <Kind extends ChannelKind>(kind: Kind, account: string) =>
  z.strictObject({ kind: z.literal(kind), name: ChannelName, account_id: MetaAccount(account), ...Credentials })

export const NewChannel = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('web_form'), name: ChannelName }),
  z.strictObject({ kind: z.literal('webhook'), name: ChannelName, send_url: SendUrl.optional() }),
  z.strictObject({
    kind: z.literal('email'),
    name: ChannelName,
    account_id: Email.toLowerCase().describe('The address that customers write to'),
    from_name: FromName.optional(),
    send_url: SendUrl.optional(),
  }),
  Meta('whatsapp', 'The phone number id, not the phone number'),
  Meta('messenger', 'The page id'),
  Meta('instagram', 'The id of the Instagram professional account'),
])

/** The fields of each kind of channel that can be changed, besides the name. */
const changeable: Readonly<Record<ChannelKind, readonly string[]>> = {
  web_form: [],
  webhook: ['send_url'],
  email: ['send_url', 'from_name'],
  whatsapp: Object.keys(Credentials),
  messenger: Object.keys(Credentials),
  instagram: Object.keys(Credentials),
}

/** The kinds whose hooks and replies are signed with a secret that the service creates. */
export const signedKinds: readonly ChannelKind[] = ['webhook', 'email']

/** Rejects a URL that is not a public https address. */
export function checkSendUrl(sendUrl: string | null | undefined, publicUrl: string): void {
  if (sendUrl === null || sendUrl === undefined) return
  const address = externalUrl(sendUrl, publicUrl)
  if ('url' in address) return
  const detail = `send_url must be an https URL with a path, on a public host (${address.refused}).`
  throw refused('invalid_input', [{ pointer: '/send_url', code: 'invalid_address', detail }])
}

/** A field and the kinds of channels that have it, for app.expect_channel_fields. */
export const kindsOfField = (field: string) => ({
  field,
  kinds: channelKinds.filter((kind) => changeable[kind].includes(field)),
})
