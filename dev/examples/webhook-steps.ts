import { setTimeout as sleep } from 'node:timers/promises'
import { dayAgo, type Perform } from './recorder.ts'

/** A webhook whose server cannot be reached, so its deliveries show an error. */
export async function recordWebhooks(call: Perform): Promise<void> {
  const made = await call('create_webhook', {
    body: { url: 'https://hooks.example.com/commerce', events: ['order.*'], description: 'Courier' },
  })
  const path = { webhook_id: String(made['id']) }
  await call('list_webhooks', { query: { limit: 1 } })
  await call('get_webhook', { path })
  await call('update_webhook', { path, body: { events: ['order.*', 'inventory.low'] } })
  const delivery = await call('test_webhook', { path })
  // The first attempt follows the response.
  await sleep(2000)
  await call('list_webhook_deliveries', { path, query: { limit: 1 } })
  await call('redeliver_webhook', { path: { ...path, delivery_id: String(delivery['id']) } })
  await call('replay_webhook', { path, body: { since: `${dayAgo(1)}T00:00:00Z`, types: ['order.created'] } })
  await call('rotate_webhook_secret', { path })
  await call('delete_webhook', { path })
}
