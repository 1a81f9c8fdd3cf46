import { catalogTexts, customerTexts } from './texts/catalog-and-customers.ts'
import { inboxTexts, storefrontTexts } from './texts/inbox-and-storefront.ts'
import { orderTexts } from './texts/orders.ts'
import {
  analyticsTexts,
  assistantTexts,
  eventTexts,
  keyTexts,
  oauthTexts,
  serviceTexts,
  storeTexts,
} from './texts/stores-and-analytics.ts'
import type { Texts } from './texts/text.ts'
import { webhookTexts } from './texts/webhooks.ts'

const texts: Texts = {
  ...orderTexts,
  ...catalogTexts,
  ...customerTexts,
  ...inboxTexts,
  ...storefrontTexts,
  ...storeTexts,
  ...analyticsTexts,
  ...eventTexts,
  ...keyTexts,
  ...assistantTexts,
  ...oauthTexts,
  ...serviceTexts,
  ...webhookTexts,
}

export function operationText(operationId: string): { readonly summary: string; readonly description: string } {
  const found = texts[operationId]
  if (!found) throw new Error(`dev/contract/openapi/texts has no text for ${operationId}`)
  const [summary, description] = found
  return { summary, description }
}
