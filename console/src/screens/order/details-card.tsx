import { Card, Stack, Title } from '@mantine/core'
import type { Order } from '@merchant-commerce/client'
import { Fact } from '../../parts/fact.tsx'
import { Time } from '../../parts/time.tsx'
import { nameOf, useWords } from '../../words/words.tsx'
import { orderWords } from '../../words/order.ts'
import { listWords } from '../../words/list.ts'

/** What else is known about an order. */
export function DetailsCard({ order }: { readonly order: Order }) {
  const words = useWords()
  return (
    <Card>
      <Title order={2} mb="sm">
        {orderWords.details}
      </Title>
      <Stack gap="sm">
        {order.reservation === 'held' && order.reserved_until !== null && (
          <Fact name={orderWords.reservation_ends}>
            <Time at={order.reserved_until} />
          </Fact>
        )}
        {order.payment_method !== null && (
          <Fact name={words.orders.payment_method}>
            <PaymentMethod {...order} />
          </Fact>
        )}
        <Fact name={listWords.orders.platform}>
          <bdi>{nameOf(listWords.platforms, order.platform)}</bdi>
        </Fact>
        {order.delivery?.name && (
          <Fact name={orderWords.delivery_method}>
            <bdi>{order.delivery.name}</bdi>
          </Fact>
        )}
        {order.po_number !== null && (
          <Fact name={orderWords.po_number}>
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
