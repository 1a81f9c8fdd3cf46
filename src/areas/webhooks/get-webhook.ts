import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { selection } from '../../platform/db/selection.ts'
import { resource } from '../../platform/operation/resource.ts'
import { id } from '../../platform/values/ids.ts'
import { isManaged, toWebhook, Webhook, webhookColumns } from './webhook.ts'

export const getWebhook = resource({
  name: 'webhook',
  table: webhooks,
  scope: { read: 'webhooks:manage', write: 'webhooks:manage' },
  id: { webhook_id: id('webhook') },
  output: Webhook,
  selected: selection(webhookColumns),
  exists: isManaged(),
  toOutput: toWebhook,
}).get
