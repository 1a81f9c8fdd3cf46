import type { Texts } from './text.ts'

export const webhookTexts: Texts = {
  list_webhooks: [
    'List webhooks',
    'URLs that events of the store are posted to, with their health. For owners and admins, and for API keys with webhooks:manage, which see only the webhooks whose events they may read.',
  ],
  create_webhook: [
    'Create a webhook',
    'Events that match `events` are posted to `url` from now on, signed as Standard Webhooks describes. `secret` is returned only once. A store can have 20 webhooks. An API key can subscribe only to types that its scopes let it read, and not to `*`.',
  ],
  get_webhook: ['Get a webhook', 'With its health. The secret is never shown again.'],
  update_webhook: [
    'Change a webhook',
    'Changes only the fields that are sent. Disabling discards what was not delivered yet; enabling clears disabled_reason. Whoever sets `url` or enables it manages it from then on.',
  ],
  delete_webhook: ['Delete a webhook', 'Its deliveries are deleted too. What was not delivered yet is not sent.'],
  rotate_webhook_secret: [
    'Replace the secret of a webhook',
    'The new secret is returned only once. For a day, messages are signed with both, so that the receiver can switch without a gap.',
  ],
  test_webhook: [
    'Send a test event',
    'Posts an event of type webhook.test to this webhook alone, and returns the delivery. List the deliveries to see the response.',
  ],
  replay_webhook: [
    'Send past events again',
    'Queues the events since a time that the webhook subscribes to, oldest first, at most 10,000 of them. If next_since is not null, there may be more: send it as since to continue. An event keeps its webhook-id, so a receiver can recognize duplicates.',
  ],
  list_webhook_deliveries: [
    'List deliveries',
    'What was sent to the webhook, newest first: status, every attempt, the body, and the beginning of the last response. Kept for 30 days.',
  ],
  redeliver_webhook: [
    'Deliver an event again',
    'Whether or not it arrived before. It is sent with the same webhook-id, and with the resource as it is now.',
  ],
}
