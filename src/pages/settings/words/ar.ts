import { assistants } from './ar/assistants.ts'
import { consent } from './ar/consent.ts'
import { deliveries } from './ar/deliveries.ts'
import { delivery } from './ar/delivery.ts'
import { discounts } from './ar/discounts.ts'
import { errors } from './ar/errors.ts'
import { members } from './ar/members.ts'
import { scopes } from './ar/scopes.ts'
import { sessions } from './ar/sessions.ts'
import { store } from './ar/store.ts'
import { tax } from './ar/tax.ts'
import { tokens } from './ar/tokens.ts'
import { ui } from './ar/ui.ts'
import { webhooks } from './ar/webhooks.ts'

export const ar = {
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
