import { expect } from 'vitest'
import { z } from 'zod'
import { WebhookDelivery } from '../../src/areas/webhooks/webhook-delivery.ts'
import { WebhookWithSecret } from '../../src/areas/webhooks/webhook.ts'
import { listDeliveries } from '../../src/areas/webhooks/list-deliveries.ts'
import { webhookMismatch } from './contract/document.ts'
import { onLoopback, otherSide } from './outside/outside.ts'
import { service } from './service.ts'
import { type Client, expectBody, inStore, openShop, type Shop } from './shop.ts'

const Event = z.looseObject({
  id: z.string(),
  type: z.string(),
  created_at: z.string(),
  store_id: z.string(),
  actor: z.looseObject({ kind: z.string() }),
  subject: z.object({ type: z.string(), id: z.string() }),
  data: z.looseObject({}),
})

/** A shop that may post to the outside server, and its webhooks. */
export async function openHookedShop() {
  const shop = await openShop({ through: service(undefined, onLoopback) })
  return { shop, webhooks: webhooksOf(shop) }
}

export type HookedShop = Awaited<ReturnType<typeof openHookedShop>>

/** Webhooks of a store whose service runs on loopback, so that it may post to the outside server. */
export function webhooksOf({ store, owner }: Pick<Shop, 'store' | 'owner'>) {
  const here = inStore(store)

  /** A webhook, and the server that receives its events. Default: all events of orders. */
  async function add(fields: Record<string, unknown> = {}, by: Client = owner) {
    const side = otherSide(`hook-${crypto.randomUUID()}`)
    const body = { url: side.sendUrl, events: ['order.*'], ...fields }
    const webhook = expectBody(await by.post('/api/webhooks', body, here), 201, WebhookWithSecret)
    const path = `/api/webhooks/${webhook.id}`
    const received = async () =>
      (await side.calls()).map(({ headers, raw, taken }) => {
        const event = Event.parse(JSON.parse(raw))
        expect(webhookMismatch(event), event.type).toBeNull()
        return { headers, raw, taken, event }
      })
    const deliveries = async (query = '') =>
      expectBody(await owner.get(`${path}/deliveries${query}`, here), 200, listDeliveries.output).data
    return {
      ...webhook,
      path,
      side,
      received,
      /** The types of the events that arrived, in order. */
      types: async () => (await received()).map(({ event }) => event.type),
      deliveries,
      only: async () => {
        const all = await deliveries()
        expect(all).toHaveLength(1)
        return WebhookDelivery.parse(all[0])
      },
    }
  }
  return { add, inStore: here }
}
