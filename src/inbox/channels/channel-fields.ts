import * as z from 'zod'
import { type Problem, refused } from '../../errors.ts'
import { externalUrl } from '../../external-url.ts'
import { Email, Line } from '../../text.ts'
import type { ChannelKind } from './channel.ts'

const Secret = (what: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{8,2000}$/, 'Give 8 to 2000 visible ASCII characters')
    .describe(`${what}; kept encrypted, and never shown`)

const MetaAccount = (what: string) =>
  z
    .string()
    .regex(/^\d{1,32}$/, 'Give the id, which is digits')
    .describe(what)

export const Name = Line(100)
export const SendUrl = z.string().max(1024).describe('Where replies are posted to, over https, signed')
export const FromName = Line(100).describe('Whose name e-mail is sent under')
export const Credentials = {
  access_token: Secret('What messages are sent with'),
  app_secret: Secret("What Meta signs with: the app's secret"),
  verify_token: Secret('What Meta names when it verifies the hook: any text of yours'),
}

const Meta = <Kind extends ChannelKind>(kind: Kind, account: string) =>
  z.strictObject({ kind: z.literal(kind), name: Name, account_id: MetaAccount(account), ...Credentials })

export const NewChannel = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('web_form'), name: Name }),
  z.strictObject({ kind: z.literal('webhook'), name: Name, send_url: SendUrl.optional() }),
  z.strictObject({
    kind: z.literal('email'),
    name: Name,
    account_id: Email.toLowerCase().describe('The address that customers write to'),
    from_name: FromName.optional(),
    send_url: SendUrl.optional(),
  }),
  Meta('whatsapp', 'The phone number id, not the phone number'),
  Meta('messenger', 'The page id'),
  Meta('instagram', 'The id of the Instagram professional account'),
])

/** What can be changed of a channel of each kind, besides its name. */
const changeable: Readonly<Record<ChannelKind, readonly string[]>> = {
  web_form: [],
  webhook: ['send_url'],
  email: ['send_url', 'from_name'],
  whatsapp: Object.keys(Credentials),
  messenger: Object.keys(Credentials),
  instagram: Object.keys(Credentials),
}

/** The kinds whose hooks and replies are signed with a secret of the service's own making. */
export const signedKinds: readonly ChannelKind[] = ['webhook', 'email']

/** Refuses an address that may not be called from here. */
export function checkSendUrl(given: string | null | undefined, publicUrl: string): void {
  if (given === null || given === undefined) return
  const address = externalUrl(given, publicUrl)
  if ('url' in address) return
  const detail = `send_url must be an https address with a path, on a public host (${address.refused}).`
  throw refused('invalid_input', [{ pointer: '/send_url', code: 'invalid_address', detail }])
}

/** One problem for every field that a channel of this kind does not have. */
export const fieldsOfAnotherKind = (kind: string, fields: readonly string[]): Problem[] =>
  fields
    .filter((field) => !Object.entries(changeable).some(([of, names]) => of === kind && names.includes(field)))
    .map((field) => ({
      pointer: `/${field}`,
      code: 'unknown_field',
      detail: `A channel of kind ${kind} has no ${field}. Leave it out.`,
    }))
