import { useContext } from 'hono/jsx'
import type * as z from 'zod'
import type { listDeliveries } from '../../../areas/webhooks/list-deliveries.ts'
import type { MyStore } from '../store/store-choice.tsx'
import { StoreFields } from '../ui/field.tsx'
import { Ago, Until } from '../ui/time.tsx'
import { HiddenName } from '../ui/confirm.tsx'
import type { Formats } from '../words/formats.ts'
import { LanguageContext, useFormats, useWords, type Words } from '../words/words.ts'
import { deliveryErrorText } from './event-groups.ts'
import type { ShownWebhook } from './webhook-state.ts'

type WebhookDelivery = z.output<typeof listDeliveries.output>['data'][number]

/** Which deliveries are listed. */
export type Shown = 'all' | 'failed' | 'pending'

type ListProps = { webhook: ShownWebhook; formToken: string; store: MyStore; now: Date; shown?: Shown }

export type DeliveryListProps = ListProps & { deliveries: readonly WebhookDelivery[] }

const looks = { delivered: ' ok', pending: ' warn', failed: ' bad' } as const satisfies Record<
  WebhookDelivery['status'],
  string
>

function statusOf({ status, attempts }: WebhookDelivery): keyof Words['deliveries']['status'] {
  if (status !== 'pending') return status
  return attempts === 0 ? 'waiting' : 'retrying'
}

/** `shown`: on the page of all deliveries, to which a redelivery then returns. */
export const DeliveryList = ({ deliveries, ...rest }: DeliveryListProps) => (
  <ul class="rows">
    {deliveries.map((delivery) => (
      <DeliveryRow delivery={delivery} {...rest} />
    ))}
  </ul>
)

/** One event that was sent to a webhook: what became of it, every attempt, and what was sent. */
function DeliveryRow({ delivery, webhook, formToken, store, now, shown }: ListProps & { delivery: WebhookDelivery }) {
  const words = useWords().deliveries
  const language = useContext(LanguageContext)
  const { error, event_type, next_attempt_at } = delivery
  const isRetried = delivery.status === 'pending' && delivery.attempts > 0
  return (
    <li class="row">
      <div class="stack">
        <div class="named">
          <h3>{event_type}</h3>
          <span class={`tag${looks[delivery.status]}`}>{words.status[statusOf(delivery)]}</span>
        </div>
        <p class="fine">
          <LastAttempt delivery={delivery} now={now} />
          {isRetried && next_attempt_at !== null && (
            <> · {words.nextAttempt(<Until at={next_attempt_at} now={now} />)}</>
          )}
        </p>
        {error !== null && <p>{deliveryErrorText(error, language)}</p>}
        <Attempts delivery={delivery} now={now} />
        <Content delivery={delivery} />
      </div>
      {webhook.enabled && (
        <form method="post" action={`/settings/webhooks/${webhook.id}/deliveries/${delivery.id}/redeliver`}>
          <StoreFields formToken={formToken} store={store} />
          {shown !== undefined && <input type="hidden" name="shown" value={shown} />}
          <button>
            {words.redeliver}
            <HiddenName name={event_type} />
          </button>
        </form>
      )}
    </li>
  )
}

function LastAttempt({ delivery, now }: { delivery: WebhookDelivery; now: Date }) {
  const words = useWords().deliveries
  const formats = useFormats()
  const ago = <Ago at={delivery.last_attempt_at ?? delivery.created_at} now={now} />
  if (delivery.attempts === 0) return <>{words.queued(ago)}</>
  const parts = [...answerParts(delivery, words, formats), words.attempts(delivery.attempts)]
  return (
    <>
      {parts.join(' · ')} · {ago}
    </>
  )
}

type AnswerOf = Pick<WebhookDelivery, 'response_status' | 'duration_ms'>

const answerParts = (
  { response_status, duration_ms }: AnswerOf,
  words: Words['deliveries'],
  { isolate, number }: Formats,
): string[] => [
  ...(response_status === null ? [] : [isolate(`HTTP ${response_status}`)]),
  ...(duration_ms === null ? [] : [words.milliseconds(number(duration_ms))]),
]

/** Left out if there was only one: the line above says it all. */
function Attempts({ delivery: { history }, now }: { delivery: WebhookDelivery; now: Date }) {
  const words = useWords().deliveries
  const formats = useFormats()
  if (history.length < 2) return null
  return (
    <details>
      <summary>{words.allAttempts}</summary>
      <ol class="steps stack">
        {history.map(({ at, error, ...answer }) => (
          <li>
            {[
              error === null ? words.status.delivered : words.errors[error],
              ...answerParts(answer, words, formats),
            ].join(' · ')}{' '}
            · <Ago at={at} now={now} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function Content({ delivery: { body, response_body } }: { delivery: WebhookDelivery }) {
  const words = useWords().deliveries
  if (body === null) return null
  return (
    <details>
      <summary>{words.sent}</summary>
      <div class="stack">
        <pre tabindex={0} dir="ltr">
          {readable(body)}
        </pre>
        {response_body !== null && response_body !== '' && (
          <>
            <h4 class="label">{words.answered}</h4>
            <pre tabindex={0} dir="ltr">
              {response_body}
            </pre>
          </>
        )}
      </div>
    </details>
  )
}

/** JSON with line breaks. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
