import { Alert, Text } from '@mantine/core'
import type { OrderWithIncluded } from '@merchant-commerce/client'
import { type ReactNode, useState } from 'react'
import { EventLine } from './event-line.tsx'
import { orderWords } from '../../words/order.ts'

type Props = { readonly order: OrderWithIncluded; readonly children: ReactNode }

/** What was done with the order since this was opened, here or elsewhere. */
export function ChangesSince({ order, children }: Props) {
  const [known] = useState(() => new Set(order.events?.map(({ id }) => id)))
  const fresh = (order.events ?? []).filter(({ id }) => !known.has(id))
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
