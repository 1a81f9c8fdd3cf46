import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { Refusal } from '../../../platform/db/failure.ts'
import { IdempotencyKey, requestHash, hashOfJson } from '../../../platform/operation/idempotency-key.ts'
import { publicOperation } from '../../../platform/operation/operation.ts'
import { phoneOf } from '../../../platform/values/phone.ts'
import { Line, maybe } from '../../../platform/values/text.ts'
import { Contact, phoneRefusals } from './shopper.ts'
import { visit } from './visit.ts'

const NewMessage = z
  .strictObject({
    ...Contact,
    phone: maybe(Contact.phone),
    subject: maybe(Line(200)),
    body: z.string().trim().min(1).max(5000),
    website: maybe(z.string().max(2000)).describe(
      'A trap for bots: hide it and leave it empty. Messages with it are discarded',
    ),
  })
  .refine(({ phone, email }) => phone !== undefined || email !== undefined, {
    message: 'phone or email is required',
    path: ['email'],
    params: { code: 'required' },
  })

type Writer = Partial<Pick<z.output<typeof NewMessage>, 'phone' | 'email'>>

const Outcome = z.enum(['received', 'replayed', 'discarded'])
type Outcome = z.output<typeof Outcome>

/** Puts a contact form message into the store's inbox, once for each key. */
export const leaveMessage = publicOperation(
  {
    input: z.strictObject({ slug: z.string(), key: IdempotencyKey, message: NewMessage }),
    output: z.object({ outcome: Outcome }),
    refusals: phoneRefusals,
  },
  async (context, { slug, key, message: { website, ...sent } }): Promise<{ outcome: Outcome }> => {
    // A bot that gets no error has no reason to try again.
    if (website !== undefined && website !== '') return { outcome: 'discarded' }
    const message = {
      provider_message_id: crypto.randomUUID(),
      sender_name: sent.name,
      sender_phone: sent.phone,
      sender_phone_e164: await phoneOf(sent.phone),
      sender_country: sent.country,
      sender_email: sent.email,
      subject: sent.subject,
      body: sent.body,
    }
    const keyArguments = sql`'leave_message', ${await writersKey(key, sent)}, ${await requestHash(key, sent)}`
    try {
      await visit(context, { slug, writes: true }, (db) => [
        db.execute(sql`select app.leave_message(${JSON.stringify(message)}::jsonb, ${keyArguments})`),
      ])
      return { outcome: 'received' }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'replay') return { outcome: 'replayed' }
      throw error
    }
  },
)

/** Makes a key different for each writer, so that two writers who use the same key do not replay each other's message. */
export const writersKey = async (key: IdempotencyKey, { phone, email }: Writer): Promise<string> =>
  key.isFromCaller ? hashOfJson([(await phoneOf(phone)) ?? phone, email?.toLowerCase(), key.value]) : key.value
