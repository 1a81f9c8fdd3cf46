import { routes } from '../../platform/http/routes/routes.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { getWebhook } from './get-webhook.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { redeliver } from './redeliver.ts'
import { replayWebhook } from './replay-webhook.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'

export const webhooksRoutes = routes('/api/webhooks', [
  { get: '/', operation: listWebhooks },
  { post: '/', operation: createWebhook },
  { get: '/:webhook_id', operation: getWebhook },
  { patch: '/:webhook_id', operation: updateWebhook },
  { delete: '/:webhook_id', operation: deleteWebhook },
  { post: '/:webhook_id/rotate-secret', operation: rotateWebhookSecret },
  { post: '/:webhook_id/test', operation: testWebhook, status: 201 },
  { post: '/:webhook_id/replay', operation: replayWebhook, status: 202 },
  { get: '/:webhook_id/deliveries', operation: listDeliveries },
  { post: '/:webhook_id/deliveries/:delivery_id/redeliver', operation: redeliver, status: 202 },
])
