import '@mantine/core/styles/Breadcrumbs.css'
import '@mantine/core/styles/Grid.css'
import '@mantine/core/styles/Table.css'
import { Anchor, Card, Grid, Group, Stack, Text, Title } from '@mantine/core'
import { getOrder, type Order } from '@merchant-commerce/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Heading } from '../../parts/heading.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { Payment, Stage } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { clientOf } from '../../service/client.ts'
import { queries } from '../../service/queries.ts'
import { useStore } from '../../service/store.ts'
import { nameOf, useWords } from '../../words/words.tsx'
import { OrderItems } from './order-items.tsx'

const orderQuery = (store: string, number: string) =>
  queryOptions({
    queryKey: [store, 'order', number],
    queryFn: ({ signal }) => getOrder({ client: clientOf(store), signal, path: { order_id: `number:${number}` } }),
  })

export function prepare({ slug = '', number = '' }: Readonly<Record<string, string>>) {
  void queries.prefetchQuery(orderQuery(slug, number))
}

export default function OrderScreen() {
  const words = useWords()
  const { slug } = useStore()
  const { number = '' } = useParams({ strict: false })
  const { data: order, error, refetch } = useQuery(orderQuery(slug, number))
  if (error && !order) return <Failed isPage error={error} retry={() => void refetch()} />
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Anchor component={Link} to={`/${slug}/orders`} size="sm" w="fit-content">
          {words.orders.back}
        </Anchor>
        <Group gap="sm">
          <Heading name={`${words.screens.order} #${number}`}>
            {words.screens.order} <bdi dir="ltr">#{number}</bdi>
          </Heading>
          {order && <Stage {...order} />}
          {order && <Payment status={order.payment_status} />}
        </Group>
        {order && (
          <Text size="sm" c="dimmed">
            <Time at={order.created_at} />
            {order.hold_reason !== null && ` · ${nameOf(words.hold_reason, order.hold_reason)}`}
          </Text>
        )}
      </Stack>
      {order ? <Details order={order} /> : <Loading />}
    </Stack>
  )
}

function Details({ order }: { readonly order: Order }) {
  const words = useWords()
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <OrderItems order={order} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Card>
          <Title order={2} mb="sm">
            {words.orders.customer}
          </Title>
          <Stack gap="sm">
            <Text fw={500}>
              <bdi>{order.customer_name}</bdi>
            </Text>
            {order.customer_phone !== null && (
              <Fact name={words.orders.phone}>
                <Anchor href={`tel:${order.customer_phone}`} size="sm">
                  <bdi dir="ltr">{order.customer_phone}</bdi>
                </Anchor>
              </Fact>
            )}
            {order.shipping_address !== null && (
              <Fact name={words.orders.address}>
                <bdi className="lines">{order.shipping_address}</bdi>
              </Fact>
            )}
            {order.payment_method !== null && (
              <Fact name={words.orders.payment_method}>
                <PaymentMethod {...order} />
              </Fact>
            )}
            {order.po_number !== null && (
              <Fact name={words.orders.po_number}>
                <bdi>{order.po_number}</bdi>
              </Fact>
            )}
            {order.notes !== null && (
              <Fact name={words.orders.notes}>
                <bdi className="lines">{order.notes}</bdi>
              </Fact>
            )}
            {order.tags.length > 0 && <Fact name={words.orders.tags}>{order.tags.join(' · ')}</Fact>}
          </Stack>
        </Card>
      </Grid.Col>
    </Grid>
  )
}

/** What it means, and for what is not cash also what the store calls it. */
function PaymentMethod({ payment_kind: kind, payment_method: method }: Pick<Order, 'payment_kind' | 'payment_method'>) {
  const words = useWords().payment_kind
  if (kind === null || kind === 'other') return <bdi>{method}</bdi>
  if (kind === 'cash_on_delivery') return words[kind]
  return (
    <>
      {words[kind]} · <bdi>{method}</bdi>
    </>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {name}
    </Text>
    <Text size="sm" component="div">
      {children}
    </Text>
  </div>
)
