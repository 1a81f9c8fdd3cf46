import { Text } from '@mantine/core'
import { Money } from '../../parts/money.tsx'
import { Time } from '../../parts/time.tsx'
import { nameOf, useWords, type Words } from '../../words/words.tsx'
import type { OrderEvent } from './order-query.ts'
import { orderWords } from '../../words/order.ts'

/** What happened, who did it, and when. */
export function EventLine({ event }: { readonly event: OrderEvent }) {
  const words = useWords()
  const { amount, ...said } = saidBy(event, words)
  return (
    <div className="event">
      <Text size="sm" component="div">
        {said.title}
        {amount !== undefined && (
          <>
            {': '}
            <Money amount={amount} withCurrency />
          </>
        )}
      </Text>
      {said.details.map((text) => (
        <Text key={text} size="sm" component="div">
          <bdi className="lines">{text}</bdi>
        </Text>
      ))}
      <Text size="xs" c="dimmed" component="div">
        <bdi>{actorText(event.actor)}</bdi> · <Time at={event.created_at} />
      </Text>
    </div>
  )
}

const textAt = (data: OrderEvent['data'], name: string): string | undefined => {
  const value = Object(data)[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The texts of an event. Of a type that is newer than this console, its name. */
function saidBy({ type, data }: OrderEvent, words: Words) {
  const reason = textAt(data, 'reason')
  const amount = Object(data)['amount']
  const undone = textAt(data, 'action')
  const details = [
    type === 'order.held' && reason !== undefined ? nameOf(words.hold_reason, reason) : reason,
    textAt(data, 'note'),
    textAt(data, 'body'),
    [textAt(data, 'carrier'), textAt(data, 'tracking_number')].filter((text) => text !== undefined).join(' · '),
    [textAt(data, 'method'), textAt(data, 'reference')].filter((text) => text !== undefined).join(' · '),
    Object(data)['restock'] === undefined
      ? undefined
      : Object(data)['restock']
        ? orderWords.restocked
        : orderWords.not_restocked,
  ]
  return {
    title: [nameOf(orderWords.events, type), undone && nameOf(orderWords.actions, undone)].filter(Boolean).join(': '),
    details: details.filter((text) => text !== undefined && text !== ''),
    amount: typeof amount === 'number' ? amount : undefined,
  }
}

function actorText({ kind, name, acts_for }: OrderEvent['actor']): string {
  const actor = name ?? nameOf(orderWords.kinds, kind)
  return acts_for?.name ? orderWords.for(actor, acts_for.name) : actor
}
