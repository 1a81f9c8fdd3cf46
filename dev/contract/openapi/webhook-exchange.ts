import type { Json } from './json.ts'

// What a delivery has besides its body, and what receivers answer.

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** Headers of webhooks, under components.parameters. */
export const webhookParameters: Json = {
  WebhookId: header('webhook-id', 'The same on every attempt. Ignore a webhook whose id you have processed before'),
  WebhookTimestamp: header('webhook-timestamp', 'When this attempt was made, in seconds since 1970'),
  WebhookSignature: header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. For a day after the secret was rotated, two signatures, separated by a space',
  ),
}

export const webhookHeaders = Object.keys(webhookParameters)

export const answers: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  '2XX': { name: 'WebhookReceived', description: 'Received. It is not sent again' },
  '410': { name: 'WebhookGone', description: 'The receiver no longer exists. The webhook is disabled' },
  default: {
    name: 'WebhookFailed',
    description: 'Failed, like a redirect or more than 15 seconds. There are up to ten attempts in three days',
  },
}

/** What receivers answer, under components.responses. */
export const webhookResponses: Json = Object.fromEntries(
  Object.values(answers).map(({ name, description }) => [name, { description }]),
)
