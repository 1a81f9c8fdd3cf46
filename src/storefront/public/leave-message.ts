import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { Refusal } from '../../db/failure.ts'
import { IdempotencyKey, keyReused, requestHash, sha256 } from '../../idempotency-key.ts'
import { publicOperation } from '../../operation.ts'
import { Line, maybe } from '../../text.ts'
import { Contact, phoneNeedsCountry, phoneReads } from './shopper.ts'
import { visit } from './visit.ts'

const NewMessage = z
  .strictObject({
    ...Contact,
    phone: maybe(Contact.phone),
    subject: maybe(Line(200)),
    body: z.string().trim().min(1).max(5000),
    website: maybe(z.string().max(2000)).describe(
      'For robots: hidden from people, who leave it empty. A message with it is not kept',
    ),
  })
  .refine((message) => message.phone === undefined || phoneReads(message) !== null, phoneNeedsCountry)
  .refine(({ phone, email }) => phone !== undefined || email !== undefined, {
    message: 'Give a phone number or an e-mail address to answer to',
    path: ['email'],
  })

type Writer = Partial<Pick<z.output<typeof NewMessage>, 'phone' | 'country' | 'email'>>

const Outcome = z.enum(['taken', 'replayed', 'dropped'])
type Outcome = z.output<typeof Outcome>

/** What a visitor writes in the contact form; it lands in the store's inbox, once for each key. */
export const leaveMessage = publicOperation(
  {
    input: z.strictObject({ slug: z.string(), key: IdempotencyKey, message: NewMessage }),
    output: z.object({ outcome: Outcome }),
  },
  async (context, { slug, key, message: { website, ...asked } }): Promise<{ outcome: Outcome }> => {
    // A robot that is told nothing tries nothing else.
    if (website !== undefined && website !== '') return { outcome: 'dropped' }
    const message = {
      provider_message_id: crypto.randomUUID(),
      sender_name: asked.name,
      sender_phone: asked.phone,
      sender_phone_e164: phoneReads(asked),
      sender_email: asked.email,
      subject: asked.subject,
      body: asked.body,
    }
    const kept = sql`'leave_message', ${await writersKey(key, asked)}, ${await requestHash(key, asked)}`
    try {
      await visit(context, { slug, writes: true }, (db) => [
        db.execute(sql`select app.leave_message(${JSON.stringify(message)}::jsonb, ${kept})`),
      ])
      return { outcome: 'taken' }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'replay') return { outcome: 'replayed' }
      if (error instanceof Refusal && error.code === 'idempotency_key_reused') throw keyReused()
      throw error
    }
  },
)

/** A key is the writer's own: of two who use the same one, neither meets the other's message. */
export const writersKey = async (key: IdempotencyKey, { phone, country, email }: Writer): Promise<string> =>
  key.isFromCaller ? sha256([phoneReads({ phone, country }), email?.toLowerCase(), key.value]) : key.value
