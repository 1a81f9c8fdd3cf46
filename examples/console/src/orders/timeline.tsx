import { dateTime, money, text, textOf } from '../language/language.ts'
import type { OrderEvent } from '../service/types.ts'

type Props = { readonly events: readonly OrderEvent[]; readonly currency: string }

export const Timeline = ({ events, currency }: Props) => (
  <section class="card">
    <h2>{text('timeline')}</h2>
    <ol class="timeline">
      {events.map((event) => (
        <li key={event.id}>
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
      ))}
    </ol>
  </section>
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
