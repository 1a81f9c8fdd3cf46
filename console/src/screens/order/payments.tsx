import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { listOrderPayments, type OrderWithIncluded } from '@merchant-commerce/client'
import { Money } from '../../parts/money.tsx'
import { Time } from '../../parts/time.tsx'
import { clientOf } from '../../service/client.ts'
import { useStore } from '../../service/store.ts'
import type { Action } from './action-form.tsx'
import { orderWords } from '../../words/order.ts'
import { ShowOlder } from './show-older.tsx'
import { useOlder } from './use-older.ts'

export type Props = {
  readonly order: OrderWithIncluded
  /** Opens the form of an action on a part of the order; null: the person cannot change it. */
  readonly open: ((action: Action) => void) | null
  readonly isBusy: boolean
}

/** How many payments come with an order. */
const newestPayments = 50

/** What was paid and refunded. A payment that was recorded by mistake is taken back here. */
export function Payments({ order, open, isBusy }: Props) {
  const { slug } = useStore()
  const { id, payments = [] } = order
  const { rows, older } = useOlder({
    key: [slug, 'order', String(order.number), 'payments'],
    newest: payments,
    hasOlder: payments.length === newestPayments,
    cursor: null,
    load: (page) => listOrderPayments({ client: clientOf(slug), path: { order_id: id }, ...page }),
  })
  return (
    <Card>
      <Title order={2} mb="sm">
        {orderWords.payments}
      </Title>
      {rows.length > 0 ? (
        <Stack gap="sm">
          {rows.map((payment) => {
            const isVoid = payment.voided_at !== null
            const about = [payment.method, payment.reference, payment.reason, payment.void_reason]
            return (
              <Group key={payment.id} justify="space-between" align="flex-start" wrap="nowrap">
                <div>
                  <Text size="sm" {...(isVoid && { c: 'dimmed' })}>
                    {orderWords[payment.kind]}
                    {isVoid && ` · ${orderWords.taken_back}`}
                  </Text>
                  <Text size="xs" c="dimmed">
                    <Time at={payment.created_at} />
                    {about.map((text, nth) => text !== null && <bdi key={nth}> · {text}</bdi>)}
                  </Text>
                  {open && payment.kind === 'payment' && !isVoid && payment.actor?.kind !== 'key' && (
                    <Button
                      variant="subtle"
                      color="gray"
                      size="compact-xs"
                      px={0}
                      disabled={isBusy}
                      className="part"
                      onClick={() => open(takeBack(order, payment.id))}
                    >
                      {orderWords.actions.void_payment}
                    </Button>
                  )}
                </div>
                <Text size="sm" {...(isVoid && { td: 'line-through' })}>
                  <Money amount={payment.kind === 'refund' ? -payment.amount : payment.amount} />
                </Text>
              </Group>
            )
          })}
          <ShowOlder {...older} />
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          {orderWords.no_payments}
        </Text>
      )}
    </Card>
  )
}

const takeBack = ({ id }: OrderWithIncluded, payment: string): Action => ({
  name: 'void_payment',
  path: `/api/orders/${id}/payments/${payment}/void`,
  form: { properties: { reason: { type: 'string', maxLength: 1000 } }, required: ['reason'] },
})
