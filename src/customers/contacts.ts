import { sql } from 'drizzle-orm'
import { phoneOf } from '../phone.ts'

type Contacts = {
  phone?: string | null | undefined
  other_phones?: string[] | undefined
  other_emails?: string[] | undefined
}

/** The columns that phones and e-mail addresses are kept in; none for what was not given. */
export const contactColumns = ({ phone, other_phones, other_emails }: Contacts) => ({
  ...(phone !== undefined && { phone, phoneE164: phoneOf(phone) }),
  ...(other_phones && {
    otherPhones: other_phones,
    otherPhonesKey: sql`app.phone_keys(${sql.param(other_phones)}::text[], ${sql.param(other_phones.map((phone) => phoneOf(phone)))}::text[])`,
  }),
  ...(other_emails && { otherEmails: other_emails }),
})

/** After a write of them: refuses a number that is another customer's. */
export const settleContacts = (customerId: string) => sql`select app.settle_contacts(${customerId})`
