import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { OrderWithIncluded } from '@merchant-commerce/client'
import { Copy } from '../../parts/copy-button.tsx'
import { Money } from '../../parts/money.tsx'
import { Time } from '../../parts/time.tsx'
import type { Action } from './action-form.tsx'
import { orderWords } from '../../words/order.ts'

type Props = { readonly order: OrderWithIncluded; readonly open: (action: Action) => void }

/** What was paid and refunded. A payment that was recorded by mistake is taken back here. */
export function Payments({ order, open }: Props) {
  const canTakeBack = order.allowed_actions.includes('notes')
  return (
    <Card>
      <Title order={2} mb="sm">
        {orderWords.payments}
      </Title>
      {order.payments?.length ? (
        <Stack gap="sm">
          {order.payments.map((payment) => {
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
                  {canTakeBack && payment.kind === 'payment' && !isVoid && payment.actor?.kind !== 'key' && (
                    <Button
                      variant="subtle"
                      color="gray"
                      size="compact-xs"
                      px={0}
                      onClick={() => open(takeBack(order, payment.id))}
                    >
                      {orderWords.take_back}
                    </Button>
                  )}
                </div>
                <Text size="sm" {...(isVoid && { td: 'line-through' })}>
                  <Money amount={payment.kind === 'refund' ? -payment.amount : payment.amount} />
                </Text>
              </Group>
            )
          })}
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

/** What left, and how to follow it. */
export function Shipments({ order }: { readonly order: OrderWithIncluded }) {
  if (order.shipments.length === 0) return null
  return (
    <Card>
      <Title order={2} mb="sm">
        {orderWords.shipments}
      </Title>
      <Stack gap="sm">
        {order.shipments.map((shipment) => (
          <div key={shipment.id}>
            <Text size="sm">
              <bdi>{shipment.carrier ?? orderWords.events['order.shipped']}</bdi> ·{' '}
              {orderWords.units(shipment.items.reduce((sum, { quantity }) => sum + quantity, 0))}
            </Text>
            {shipment.tracking_number !== null && (
              <Group gap={4}>
                <Text size="sm">
                  <bdi dir="ltr">{shipment.tracking_number}</bdi>
                </Text>
                <Copy text={shipment.tracking_number} what={orderWords.tracking} />
              </Group>
            )}
            <Text size="xs" c="dimmed">
              <Time at={shipment.created_at} />
              {shipment.tracking_url !== null && (
                <>
                  {' · '}
                  <Anchor href={shipment.tracking_url} target="_blank" rel="noopener noreferrer" size="xs">
                    {orderWords.track}
                  </Anchor>
                </>
              )}
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  )
}
