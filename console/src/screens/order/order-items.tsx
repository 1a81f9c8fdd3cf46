import { Card, Group, Table, Text, Title } from '@mantine/core'
import type { Order } from '@merchant-commerce/client'
import { Money } from '../../parts/money.tsx'
import { useStore } from '../../service/store.ts'
import { orderWords } from '../../words/order.ts'
import { useWords } from '../../words/words.tsx'
import { sumsOf } from './sums.ts'

/** What was ordered, and how it adds up. */
export function OrderItems({ order }: { readonly order: Order }) {
  const words = useWords().orders
  const names = { ...words, ...orderWords.sums }
  const { currency } = useStore()
  return (
    <Card>
      <Title order={2} mb="sm">
        {words.items}
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{orderWords.sums.item_count(order.items.length)}</Table.Th>
            <Table.Th ta="end">{orderWords.sums.quantity}</Table.Th>
            <Table.Th ta="end" visibleFrom="xs">
              {orderWords.sums.price}
            </Table.Th>
            <Table.Th ta="end">
              {orderWords.sums.amount} ({currency})
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.items.map((item) => (
            <Table.Tr key={item.position}>
              <Table.Td>
                <Group gap="sm" wrap="nowrap">
                  {item.image_url !== null && (
                    <img src={item.image_url} alt="" width={36} height={36} loading="lazy" className="picture" />
                  )}
                  <div>
                    <bdi>{item.product_name}</bdi>
                    <Text size="xs" c="dimmed">
                      <bdi>{[item.variant_name, item.variant_sku].filter((text) => text !== null).join(' · ')}</bdi>
                    </Text>
                  </div>
                </Group>
              </Table.Td>
              <Table.Td ta="end" className="figures">
                {item.quantity}
              </Table.Td>
              <Table.Td ta="end" visibleFrom="xs">
                <Money amount={item.unit_price} />
              </Table.Td>
              <Table.Td ta="end">
                <Money amount={item.line_total} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <dl className="sums">
        {sumsOf(order).map(({ name, amount, isTotal }) => (
          <div key={name} data-total={isTotal}>
            <dt>{names[name]}</dt>
            <dd>
              <Money amount={amount} withCurrency={isTotal ?? false} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
