import { Card, Stack, Title } from '@mantine/core'
import { listOrderEvents, type OrderWithIncluded } from '@merchant-commerce/client'
import { useState } from 'react'
import { clientOf } from '../../service/client.ts'
import { useStore } from '../../service/store.ts'
import { ActionForm } from './action-form.tsx'
import { EventLine } from './event-line.tsx'
import { orderWords } from '../../words/order.ts'
import { ShowOlder } from './show-older.tsx'
import { useOlder } from './use-older.ts'

/** What happened, newest first, and a note for the team. */
export function Timeline({ order }: { readonly order: OrderWithIncluded }) {
  const { slug } = useStore()
  const note = order.actions?.find(({ name }) => name === 'notes')
  const { id, events = [] } = order
  // Where the older ones begin stays as it was, so that they stay open when something happens.
  const [opened, setOpened] = useState({ events, cursor: order.events_cursor ?? null })
  const known = opened.events.map((event) => event.id)
  if (events.length > 0 && !events.some((event) => known.includes(event.id)))
    setOpened({ events, cursor: order.events_cursor ?? null })
  const { rows, older } = useOlder({
    key: [slug, 'order', String(order.number), 'events', opened.cursor ?? ''],
    newest: [...events, ...opened.events],
    hasOlder: opened.cursor !== null,
    cursor: opened.cursor,
    load: (page) => listOrderEvents({ client: clientOf(slug), path: { order_id: id }, ...page }),
  })
  return (
    <Card>
      <Title order={2} mb="sm">
        {orderWords.timeline}
      </Title>
      <Stack gap="md">
        {note && (
          <ActionForm order={order} action={note} submit={orderWords.actions.notes} isMain={false} onDone={() => {}} />
        )}
        <Stack gap="md" component="ol" className="timeline">
          {rows.map((event) => (
            <li key={event.id}>
              <EventLine event={event} />
            </li>
          ))}
        </Stack>
        <ShowOlder {...older} />
      </Stack>
    </Card>
  )
}
