import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { Shipment } from '@merchant-commerce/client'
import { Copy } from '../../parts/copy-button.tsx'
import { Time } from '../../parts/time.tsx'
import type { Action } from './action-form.tsx'
import type { Props } from './payments.tsx'
import { orderWords } from '../../words/order.ts'

/** What left, and how to follow it. */
export function Shipments({ order, open, isBusy }: Props) {
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
            {open && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                px={0}
                disabled={isBusy}
                className="part"
                onClick={() => open(correctTracking(shipment))}
              >
                {orderWords.actions.tracking}
              </Button>
            )}
          </div>
        ))}
      </Stack>
    </Card>
  )
}

/** `PATCH /api/shipments/{shipment_id}`. */
const correctTracking = ({ id, carrier, tracking_number, tracking_url }: Shipment): Action => {
  const type = ['string', 'null']
  return {
    name: 'tracking',
    path: `/api/shipments/${id}`,
    isPatch: true,
    form: {
      properties: {
        carrier: { type, maxLength: 100, default: carrier },
        tracking_number: { type, maxLength: 200, default: tracking_number },
        tracking_url: { type, format: 'uri', maxLength: 2000, default: tracking_url },
      },
      required: [],
    },
  }
}
