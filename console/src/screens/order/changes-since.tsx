import { Alert, Text } from '@mantine/core'
import type { OrderWithIncluded } from '@merchant-commerce/client'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../words/words.tsx'
import { EventLine } from './event-line.tsx'

type Props = { readonly order: OrderWithIncluded; readonly children: ReactNode }

/** What happened to the order since this was opened, such as what another person did meanwhile. */
export function ChangesSince({ order, children }: Props) {
  const words = useWords().order
  const [known] = useState(() => new Set(order.events?.map(({ id }) => id)))
  const fresh = (order.events ?? []).filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return null
  return (
    <Alert color="yellow" role="alert" title={words.changed}>
      {fresh.map((event) => (
        <EventLine key={event.id} event={event} />
      ))}
      <Text size="sm" mt={6}>
        {children}
      </Text>
    </Alert>
  )
}
