import type { Database } from '../../../platform/db/client.ts'
import type { Deployment } from '../../../platform/operation/context.ts'
import { sendDue } from '../../../platform/outside/sending/send-due.ts'
import {
  type Sender,
  type Report,
  reportPostponed,
  type Work,
  workOf,
} from '../../../platform/outside/sending/sender.ts'
import type { EventEnvelope } from '../../events/event.ts'
import { type Attempt, postEvent } from './post-event.ts'
import { claimDue, claimOfStore, type QueuedDelivery, settle, settleAndClaim } from './queued-delivery.ts'
import type { Snapshot } from '../../feed/snapshots.ts'

/** A larger resource is sent as the URL to read it from (Standard Webhooks: keep payloads under 20 KB). */
const maxBytes = 20_000

const sizeOf = (text: string): number => new TextEncoder().encode(text).length

/** What is posted: the event with its resource as it is now, and the new values of the fields that it changed. */
function bodyOf(event: EventEnvelope, snapshot: Snapshot | undefined, publicUrl: string): string {
  if (!snapshot) return JSON.stringify(event)
  const { name, resource, path } = snapshot
  const changes = changesOf(event.data, resource)
  const body = JSON.stringify({
    ...event,
    data: { ...event.data, [name]: resource },
    ...(changes && { changes }),
  })
  if (sizeOf(body) < maxBytes) return body
  const object_url = `${publicUrl}${path}`
  const short = JSON.stringify({ ...event, data: { ...event.data, object_url } })
  return sizeOf(short) < maxBytes ? short : JSON.stringify({ ...event, data: { object_url } })
}

/** Undefined if the event does not say what changed. */
function changesOf({ changed }: EventEnvelope['data'], resource: Snapshot['resource']) {
  if (!Array.isArray(changed)) return undefined
  const names = changed.filter((name): name is string => typeof name === 'string' && name in resource)
  return Object.fromEntries(names.map((name) => [name, resource[name]]))
}

type Dependencies = { readonly database: Database; readonly deployment: Deployment; readonly report: Report }

/** After a response, a Worker may run for 30 seconds. An attempt takes up to 15. */
const afterResponse = { budgetMs: 10_000, maxItems: 20 }

const deliveries = (
  { deployment, report }: Dependencies,
  { claim, settle }: Pick<Sender<QueuedDelivery, Attempt>, 'claim' | 'settle'>,
): Sender<QueuedDelivery, Attempt> => ({
  name: 'webhook',
  logFields: ({ event, webhook }) => ({ event_id: event.id, event_type: event.type, webhook_id: webhook.id }),
  claim,
  attemptOf: ({ attempt }) => attempt,
  send: ({ event, snapshot, webhook }) =>
    postEvent(
      {
        url: webhook.url,
        id: `${event.id}.${webhook.id}`,
        body: bodyOf(event, snapshot, deployment.publicUrl),
        webhookId: webhook.id,
        sealed: webhook.sealed,
      },
      deployment,
    ),
  settle,
  retries: {
    // 5 seconds to 24 hours, more than three days together.
    pausesSeconds: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    jitter: { min: 0.8, max: 1.2 },
    maxPauseSeconds: 1.2 * 86_400,
  },
  report,
})

/** The due deliveries of all stores. `jobs`: the database role of the crons. */
export function dueEvents(dependencies: Dependencies, jobs: Database): Work {
  const { database, report } = dependencies
  const onUnreadable = (store: string, error: unknown) =>
    reportPostponed(
      { name: 'webhook', report: (level, message, fields) => report(level, message, { ...fields, store_id: store }) },
      error,
    )
  return workOf(
    deliveries(dependencies, {
      claim: (limit) => claimDue({ database, jobs, onUnreadable }, limit),
      // Claims nothing at the same time, because stores take turns.
      async settle(delivery, settlement) {
        await settle(database, delivery, settlement)
        return null
      },
    }),
  )
}

/** Makes the first attempts for a store, right after the request that queued them. The cron makes the others. Never throws. */
export async function deliverQueued(dependencies: Dependencies, storeId: string): Promise<void> {
  const { database } = dependencies
  const delivery = deliveries(dependencies, {
    claim: (limit) => claimOfStore(database, storeId, limit),
    settle: (item, settlement, limit) => settleAndClaim(database, item, settlement, limit),
  })
  try {
    await sendDue([workOf(delivery)], afterResponse)
  } catch (error) {
    reportPostponed(delivery, error)
  }
}
