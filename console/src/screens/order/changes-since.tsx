import { Alert, Text } from '@mantine/core'
import type { OrderWithIncluded } from '@merchant-commerce/client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { me } from '../../service/queries.ts'
import { EventLine } from './event-line.tsx'
import { orderWords } from '../../words/order.ts'

type Props = { readonly order: OrderWithIncluded; readonly children: ReactNode }

/** What others did with the order since this was opened. */
export function ChangesSince({ order, children }: Props) {
  const { data: person } = useQuery(me)
  const [known] = useState(() => new Set(order.events?.map(({ id }) => id)))
  const fresh = (order.events ?? []).filter(({ id, actor }) => !known.has(id) && actor.id !== person?.id)
  if (fresh.length === 0) return null
  return (
    <Alert color="yellow" role="alert" className="changes" title={orderWords.changed}>
      {fresh.map((event) => (
        <EventLine key={event.id} event={event} />
      ))}
      <Text size="sm" mt={6}>
        {children}
      </Text>
    </Alert>
  )
}
