import { assistants } from './en/assistants.ts'
import { consent } from './en/consent.ts'
import { deliveries } from './en/deliveries.ts'
import { delivery } from './en/delivery.ts'
import { discounts } from './en/discounts.ts'
import { errors } from './en/errors.ts'
import { members } from './en/members.ts'
import { scopes } from './en/scopes.ts'
import { sessions } from './en/sessions.ts'
import { store } from './en/store.ts'
import { tax } from './en/tax.ts'
import { tokens } from './en/tokens.ts'
import { ui } from './en/ui.ts'
import { webhooks } from './en/webhooks.ts'

export const en = {
  assistants,
  consent,
  deliveries,
  delivery,
  discounts,
  errors,
  members,
  scopes,
  sessions,
  store,
  tax,
  tokens,
  ui,
  webhooks,
}
