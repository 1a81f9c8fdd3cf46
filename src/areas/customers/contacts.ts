import { sql, type SQLWrapper } from 'drizzle-orm'
import { phoneOf, phoneWarnings } from '../../platform/values/phone.ts'
import type { Reference } from '../../platform/references/reference.ts'

type Contacts = {
  phone?: string | null | undefined
  other_phones?: string[] | undefined
  other_emails?: string[] | undefined
  addresses?: readonly unknown[] | undefined
}

/**
 * Columns for a customer's phone numbers and email addresses; only for fields that were sent. `before` is the customer in SQL,
 * null for a new one.
 */
export async function contactColumns(
  { phone, other_phones, other_emails, addresses }: Contacts,
  before: SQLWrapper = sql`null::customers`,
) {
  const keys = async (phones: readonly string[]) => {
    const read = await Promise.all(phones.map(phoneOf))
    return sql`app.contact_keys(${before}, ${sql.param(phones)}::text[], ${sql.param(read)}::text[],
      ${addresses ? JSON.stringify(addresses) : null}::jsonb)`
  }
  return {
    ...(phone !== undefined && { phone, phoneE164: phone && sql`(${await keys([phone])})[1]` }),
    ...(other_phones && {
      otherPhones: other_phones,
      otherPhonesKey: sql`app.phone_keys(${sql.param(other_phones)}::text[], ${await keys(other_phones)})`,
    }),
    ...(other_emails && { otherEmails: other_emails }),
  }
}

/** What was sent and could not be read. */
export const contactWarnings = (
  { phone, other_phones = [] }: Contacts,
  { phoneE164, otherPhonesKey }: { readonly phoneE164: string | null; readonly otherPhonesKey: readonly string[] },
) =>
  phoneWarnings([
    ...(phone && phoneE164 === null ? ['/phone'] : []),
    ...other_phones.flatMap((_, nth) => (otherPhonesKey[nth]?.startsWith('+') ? [] : [`/other_phones/${nth}`])),
  ])

/** Must follow a write of contacts. Refuses a number that another customer has. */
export const settleContacts = (customerId: Reference) => sql`select app.settle_contacts(${customerId})`
