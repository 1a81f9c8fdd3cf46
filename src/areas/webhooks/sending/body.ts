import type { EventEnvelope } from '../../events/event.ts'
import type { Snapshot } from './snapshots.ts'

/** A larger resource is sent as the URL to read it from (Standard Webhooks: keep payloads under 20 KB). */
const maxBytes = 20_000

const sizeOf = (text: string): number => new TextEncoder().encode(text).length

/** What is posted: the event with its resource as it is now, and the new values of the fields that it changed. */
export function bodyOf(event: EventEnvelope, snapshot: Snapshot | undefined, publicUrl: string): string {
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
