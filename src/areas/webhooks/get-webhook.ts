import { webhooks } from '../../platform/db/schema/webhooks.ts'
import { selection } from '../../platform/db/selection.ts'
import { resource } from '../../platform/operation/resource.ts'
import { id } from '../../platform/values/ids.ts'
import { isManageable, isManaged, readWebhook, toWebhook, Webhook, webhookColumns, webhookJson } from './webhook.ts'

export const webhookResource = resource({
  name: 'webhook',
  table: webhooks,
  scope: { read: 'webhooks:manage', write: 'webhooks:manage' },
  key: 'webhook_id',
  id: { webhook_id: id('webhook') },
  output: Webhook,
  selected: selection(webhookColumns),
  exists: isManageable,
  readable: isManaged(),
  toOutput: toWebhook,
  saved: { output: Webhook, read: readWebhook, json: webhookJson, toOutput: toWebhook },
})

export const getWebhook = webhookResource.get
