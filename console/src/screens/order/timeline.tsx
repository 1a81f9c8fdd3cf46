import { Button, Card, Stack, Title } from '@mantine/core'
import { listOrderEvents, type OrderWithIncluded } from '@merchant-commerce/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { clientOf } from '../../service/client.ts'
import { useStore } from '../../service/store.ts'
import { ActionForm } from './action-form.tsx'
import { EventLine } from './event-line.tsx'
import { orderWords } from '../../words/order.ts'

/** What happened, newest first, and a note for the team. */
export function Timeline({ order }: { readonly order: OrderWithIncluded }) {
  const { slug } = useStore()
  const note = order.actions?.find(({ name }) => name === 'notes')
  const older = useInfiniteQuery({
    // Where those of the order end, which moves with each new one.
    queryKey: [slug, 'order', String(order.number), 'older', order.events_cursor],
    queryFn: ({ signal, pageParam }) =>
      listOrderEvents({
        client: clientOf(slug),
        signal,
        path: { order_id: order.id },
        query: { cursor: pageParam, limit: 50 },
      }),
    initialPageParam: order.events_cursor ?? '',
    getNextPageParam: ({ meta }) => meta.next_cursor,
    enabled: false,
  })
  const pages = older.data?.pages ?? []
  const hasOlder = pages.length > 0 ? older.hasNextPage : order.events_cursor !== null
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
          {[...(order.events ?? []), ...pages.flatMap(({ data }) => data)].map((event) => (
            <li key={event.id}>
              <EventLine event={event} />
            </li>
          ))}
        </Stack>
        {hasOlder && (
          <Button
            variant="default"
            loading={older.isFetching}
            onClick={() => void (pages.length > 0 ? older.fetchNextPage() : older.refetch())}
          >
            {orderWords.older}
          </Button>
        )}
      </Stack>
    </Card>
  )
}
