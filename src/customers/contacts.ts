import { sql } from 'drizzle-orm'
import { customers } from '../db/schema/customers.ts'
import { phoneOf } from '../phone.ts'

type Contacts = {
  phone?: string | null | undefined
  other_phones?: string[] | undefined
  other_emails?: string[] | undefined
}

/** Columns for the phone numbers and email addresses of a new customer; only for fields that were sent. */
export const contactColumns = ({ phone, other_phones, other_emails }: Contacts) => ({
  ...(phone !== undefined && { phone, phoneE164: phoneOf(phone) }),
  ...(other_phones && {
    otherPhones: other_phones,
    otherPhonesKey: sql`app.phone_keys(${sql.param(other_phones)}::text[], ${e164Of(other_phones)})`,
  }),
  ...(other_emails && { otherEmails: other_emails }),
})

/** The same for an update. A number that was once sent with its country keeps it. */
export function changedContacts({ phone, other_phones, other_emails }: Contacts) {
  const kept = (phones: readonly string[]) =>
    sql`app.kept_e164(${customers}, ${sql.param(phones)}::text[], ${e164Of(phones)})`
  return {
    ...contactColumns({ phone, other_emails }),
    ...(phone && { phoneE164: sql`(${kept([phone])})[1]` }),
    ...(other_phones && {
      otherPhones: other_phones,
      otherPhonesKey: sql`app.phone_keys(${sql.param(other_phones)}::text[], ${kept(other_phones)})`,
    }),
  }
}

const e164Of = (phones: readonly string[]) => sql`${sql.param(phones.map((phone) => phoneOf(phone)))}::text[]`

/** Must follow a write of contacts. Refuses a number that another customer has. */
export const settleContacts = (customerId: string) => sql`select app.settle_contacts(${customerId})`
