import { sql } from 'drizzle-orm'
import { customers } from '../../platform/db/schema/customers.ts'
import { phoneOf } from '../../platform/values/phone.ts'
import type { Reference } from '../../platform/references/reference.ts'

type Contacts = {
  phone?: string | null | undefined
  other_phones?: string[] | undefined
  other_emails?: string[] | undefined
}

/** Columns for the phone numbers and email addresses of a new customer; only for fields that were sent. */
export const contactColumns = async ({ phone, other_phones, other_emails }: Contacts) => ({
  ...(phone !== undefined && { phone, phoneE164: await phoneOf(phone) }),
  ...(other_phones && {
    otherPhones: other_phones,
    otherPhonesKey: sql`app.phone_keys(${sql.param(other_phones)}::text[], ${await e164Of(other_phones)})`,
  }),
  ...(other_emails && { otherEmails: other_emails }),
})

/** The same for an update. A number that was once sent with its country keeps it. */
export async function changedContacts({ phone, other_phones, other_emails }: Contacts) {
  const kept = async (phones: readonly string[]) =>
    sql`app.kept_e164(${customers}, ${sql.param(phones)}::text[], ${await e164Of(phones)})`
  return {
    ...(await contactColumns({ phone, other_emails })),
    ...(phone && { phoneE164: sql`(${await kept([phone])})[1]` }),
    ...(other_phones && {
      otherPhones: other_phones,
      otherPhonesKey: sql`app.phone_keys(${sql.param(other_phones)}::text[], ${await kept(other_phones)})`,
    }),
  }
}

const e164Of = async (phones: readonly string[]) =>
  sql`${sql.param(await Promise.all(phones.map((phone) => phoneOf(phone))))}::text[]`

/** Must follow a write of contacts. Refuses a number that another customer has. */
export const settleContacts = (customerId: Reference) => sql`select app.settle_contacts(${customerId})`
