import { useState } from 'preact/hooks'
import { dateTime, money, text, textOf } from '../language/language.ts'
import { loadOlderEvents } from '../service/orders.ts'
import type { Order, OrderEvent } from '../service/types.ts'
import { Problem } from '../ui/problem.tsx'

type Props = {
  readonly order: Order
  readonly newest: readonly OrderEvent[]
  /** Where older events begin. Null: there are none. */
  readonly cursor: string | null
}

export function Timeline({ order, newest, cursor }: Props) {
  const [{ events, next }, show] = useState({ events: newest, next: cursor })
  const [error, setError] = useState<unknown>()

  async function showOlder(from: string) {
    setError(undefined)
    try {
      const { data, meta } = await loadOlderEvents(order.id, from)
      show({ events: [...events, ...data], next: meta.next_cursor })
    } catch (problem) {
      setError(problem)
    }
  }

  return (
    <section class="card">
      <h2>{text('timeline')}</h2>
      <ol class="timeline">
        {events.map((event) => (
          <Entry key={event.id} event={event} currency={order.currency} />
        ))}
      </ol>
      {error !== undefined && <Problem error={error} />}
      {next !== null && (
        <button type="button" onClick={() => showOlder(next)}>
          {text('older_events')}
        </button>
      )}
    </section>
  )
}

const Entry = ({ event, currency }: { readonly event: OrderEvent; readonly currency: string }) => (
  <li>
    <strong>{textOf('event', event.type)}</strong>
    {detailsOf(event, currency).map((detail) => (
      <p key={detail}>
        <bdi>{detail}</bdi>
      </p>
    ))}
    <small>
      <time datetime={event.created_at}>{dateTime(event.created_at)}</time>{' '}
      {event.actor.name !== null && text('by', { name: event.actor.name })}
    </small>
  </li>
)

/** The details that people read, whichever the event has. */
function detailsOf({ data }: OrderEvent, currency: string): readonly string[] {
  const { amount, total_amount, reason, note, body, carrier, tracking_number }: Readonly<Record<string, unknown>> = data
  const sum = amount ?? total_amount
  return [
    typeof sum === 'number' ? money(sum, currency) : undefined,
    typeof reason === 'string' ? textOf('reason', reason) : undefined,
    note,
    body,
    carrier,
    tracking_number,
  ].filter((detail) => typeof detail === 'string')
}
