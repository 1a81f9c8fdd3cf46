import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../platform/db/client.ts'
import { entrance, type Entrance, type ValueOf } from '../../../platform/db/prepared.ts'
import { textOf } from '../../../platform/db/read-statement.ts'
import { actorKinds } from '../../../platform/db/schema/events.ts'
import type { Settlement } from '../../../platform/outside/sending/outcome.ts'
import { type EventEnvelope, toEvent } from '../../events/event.ts'
import { newId } from '../../../platform/values/ids.ts'
import type { Attempt } from './post-event.ts'
import { partQueries, readActorFacts, readSnapshot, type Snapshot } from '../../feed/snapshots.ts'

/** An event to send to a webhook, with what is needed to send it. */
export type QueuedDelivery = {
  readonly event: EventEnvelope
  readonly snapshot: Snapshot | undefined
  readonly webhook: { readonly id: string; readonly url: string; readonly sealed: readonly string[] }
  readonly attempt: number
  readonly lease: string
}

const enter = (stores: SQL) => sql`app.enter_webhooks(${stores}::uuid[])`

/** Only for this transaction: the plan for any lease is as good as one for this lease. */
const keepPlan = sql`set_config('plan_cache_mode', 'force_generic_plan', true)`

const enterStores = entrance<{ readonly stores: readonly string[] }>((value) => [keepPlan, enter(value('stores'))])

type Lease = { readonly store: string; readonly lease: string; readonly limit: number }

const leaseNext = (value: ValueOf<Lease>) =>
  sql`app.lease_of_store(${value('store')}, ${value('lease')}, ${value('limit')})`

const leaseOfStore = entrance<Lease>((value) => [keepPlan, enter(sql`array[${value('store')}]`), leaseNext(value)])

/** Leases due deliveries of one store, and reads what to send, in one round trip. */
export const claimOfStore = (database: Database, store: string, limit: number): Promise<QueuedDelivery[]> => {
  const lease = newId()
  return readLeased(database, leaseOfStore({ store, lease, limit }), lease)
}

const Stores = z.array(z.string())

/**
 * Leases due deliveries of all stores, and reads what to send in the context of their stores. A store that cannot be read is
 * passed to `onUnreadable`, and does not hold up the others.
 */
export async function claimDue(
  { database, jobs, onUnreadable }: Claim,
  limit: number,
): Promise<readonly QueuedDelivery[]> {
  const lease = newId()
  const [[stores = null] = []] = await jobs.query(
    'select to_jsonb(app.claim_deliveries($1, $2))',
    [lease, String(limit)],
    () => {},
  )
  const found = Stores.parse(JSON.parse(stores ?? '[]'))
  if (found.length === 0) return []
  const read = (of: readonly string[]) => readLeased(database, enterStores({ stores: of }), lease)
  const each = async (store: string) => {
    try {
      return await read([store])
    } catch (error) {
      onUnreadable(store, error)
      return []
    }
  }
  try {
    return await read(found)
  } catch {
    const deliveries: QueuedDelivery[] = []
    for (const store of found) deliveries.push(...(await each(store)))
    return deliveries
  }
}

type Claim = {
  readonly database: Database
  readonly jobs: Database
  readonly onUnreadable: (store: string, error: unknown) => void
}

/** What app.leased_deliveries returns of each delivery. */
const Leased = z.object({
  id: z.string(),
  type: z.string(),
  storeId: z.string(),
  subjectId: z.string(),
  data: z.unknown(),
  createdAt: z.string(),
  actorKind: z.enum(actorKinds),
  actorId: z.string().nullable(),
  attempt: z.int(),
  webhookId: z.string(),
  url: z.string(),
  secrets: z.array(z.string()),
})

const Columns = z.array(z.string().nullable())

async function readLeased(database: Database, { text, params }: Entrance, lease: string): Promise<QueuedDelivery[]> {
  const next = params.length + 1
  const rows = await database.query(
    `select * from app.leased_deliveries(array[${text}], $${next}, $${next + 1})`,
    [...params.map(textOf), lease, partQueries],
    () => {},
  )
  const parts = new Map<string, readonly (string | null)[]>()
  const deliveries: z.output<typeof Leased>[] = []
  for (const [id, content] of rows) {
    const json: unknown = JSON.parse(content ?? '')
    if (id) parts.set(id, Columns.parse(json))
    else deliveries.push(Leased.parse(json))
  }
  return deliveries.map(({ webhookId, url, secrets, attempt, createdAt, ...event }) => {
    const snapshot = readSnapshot(event.type, parts.get(event.subjectId))
    const facts = readActorFacts(event.actorKind, parts.get(event.actorId ?? ''))
    const time = new Date(createdAt)
    return {
      event: toEvent({ ...event, createdAt: time, actorFacts: facts, exponent: snapshot?.exponent ?? null }),
      snapshot,
      webhook: { id: webhookId, url, sealed: secrets },
      attempt,
      lease,
    }
  })
}

type Settled = {
  readonly store: string
  readonly webhook: string
  readonly event: string
  readonly settledLease: string
  readonly result: string
}

const settleIn = (value: ValueOf<Settled>) =>
  sql`app.settle_delivery(${value('webhook')}, ${value('event')}, ${value('settledLease')}, ${value('result')}::jsonb)`

const settleOne = entrance<Settled>((value) => [enter(sql`array[${value('store')}]`), settleIn(value)])

const settleAndLease = entrance<Settled & Lease>((value) => [
  keepPlan,
  enter(sql`array[${value('store')}]`),
  settleIn(value),
  leaseNext(value),
])

const settled = ({ event, webhook, lease }: QueuedDelivery, settlement: Settlement<Attempt>): Settled => ({
  store: event.store_id,
  webhook: webhook.id,
  event: event.id,
  settledLease: lease,
  result: JSON.stringify(resultJson(settlement)),
})

/** Records the result of an attempt and ends the lease. */
export async function settle(
  database: Database,
  delivery: QueuedDelivery,
  settlement: Settlement<Attempt>,
): Promise<void> {
  const { text, params } = settleOne(settled(delivery, settlement))
  await database.query(`select ${text}`, params.map(textOf), () => {})
}

/** The same, and leases up to `limit` deliveries of the same store that are due by now, in the same round trip. */
export async function settleAndClaim(
  database: Database,
  delivery: QueuedDelivery,
  settlement: Settlement<Attempt>,
  limit: number,
): Promise<QueuedDelivery[]> {
  const lease = newId()
  const known = settled(delivery, settlement)
  return readLeased(database, settleAndLease({ ...known, lease, limit }), lease)
}

/** In the format of app.settle_delivery. */
function resultJson(settlement: Settlement<Attempt>) {
  const { receipt } = settlement
  const known = receipt && {
    body: receipt.body,
    duration_ms: receipt.durationMs,
    response_status: receipt.responseStatus,
    response_body: receipt.responseBody,
  }
  if (settlement.kind === 'sent') return { ...known, delivered: true }
  const { code: error } = settlement
  if (settlement.kind === 'retry') return { ...known, error, retry_after: settlement.pauseSeconds }
  return { ...known, error, ...(error === 'gone' && { gone: true }) }
}
