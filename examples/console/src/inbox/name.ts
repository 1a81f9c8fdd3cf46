import type { Conversation } from '../service/types.ts'

type Named = Pick<Conversation, 'contact_name' | 'contact_phone' | 'contact_email'>

/** Who writes, as well as it is known. */
export const nameOf = ({ contact_name, contact_phone, contact_email }: Named): string =>
  contact_name ?? contact_phone ?? contact_email ?? '–'
