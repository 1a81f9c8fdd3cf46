import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { OrderWithIncluded } from '@merchant-commerce/client'
import { Link } from '@tanstack/react-router'
import { Copy } from '../../parts/copy-button.tsx'
import { Fact } from '../../parts/fact.tsx'
import { Money } from '../../parts/money.tsx'
import { Stage } from '../../parts/status.tsx'
import { useStore } from '../../service/store.ts'
import { useWords } from '../../words/words.tsx'
import { orderWords } from '../../words/order.ts'

/** Who ordered, how to reach them, where it goes, and what else they ordered. */
export function CustomerCard({ order }: { readonly order: OrderWithIncluded }) {
  const words = useWords()
  return (
    <Card>
      <Title order={2} mb="sm">
        {words.orders.customer}
      </Title>
      <Stack gap="sm">
        <Text fw={500}>
          <bdi>{order.customer_name}</bdi>
        </Text>
        {order.customer_phone !== null && <Phone text={order.customer_phone} e164={order.customer_phone_e164} />}
        {order.shipping_address !== null && <Address text={order.shipping_address} />}
        <OtherOrders order={order} />
      </Stack>
    </Card>
  )
}

function Phone({ text, e164 }: { readonly text: string; readonly e164: string | null }) {
  const words = useWords()
  return (
    <Fact name={words.orders.phone}>
      <Group gap={4}>
        <bdi dir="ltr">{text}</bdi>
        <Copy text={e164 ?? text} what={words.orders.phone} />
      </Group>
      <Group gap="sm">
        <Anchor href={`tel:${e164 ?? text.replace(/[^\d+]/g, '')}`} size="sm">
          {orderWords.call}
        </Anchor>
        {/* https://faq.whatsapp.com/5913398998672934: the number in international form, with digits alone. */}
        {e164 !== null && (
          <Anchor href={`https://wa.me/${e164.replace(/\D/g, '')}`} target="_blank" rel="noopener noreferrer" size="sm">
            {orderWords.whatsapp}
          </Anchor>
        )}
      </Group>
      {e164 === null && (
        <Text size="xs" c="dimmed">
          {orderWords.unread_phone}
        </Text>
      )}
    </Fact>
  )
}

function Address({ text }: { readonly text: string }) {
  const words = useWords()
  // https://developers.google.com/maps/documentation/urls/get-started: search, by a text.
  const map = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: text }).toString()}`
  return (
    <Fact name={words.orders.address}>
      <bdi className="lines">{text}</bdi>
      <Group gap="sm">
        <Anchor href={map} target="_blank" rel="noopener noreferrer" size="sm">
          {orderWords.map}
        </Anchor>
        <Copy text={text} what={words.orders.address} />
      </Group>
    </Fact>
  )
}

function OtherOrders({ order: { customer_id, customer_orders: others } }: { readonly order: OrderWithIncluded }) {
  const { slug } = useStore()
  if (!others) return null
  if (others.count === 0)
    return (
      <Text size="sm" c="dimmed">
        {orderWords.first_order}
      </Text>
    )
  const count = orderWords.other_orders(others.count)
  return (
    <Stack gap={4}>
      <Text size="xs" c="dimmed">
        {others.count_is_capped ? orderWords.more_than(count) : count}
      </Text>
      {others.refused_count > 0 && (
        <Text size="sm" fw={500} c="orange.8">
          {orderWords.refusals(others.refused_count)}
        </Text>
      )}
      {others.newest.map((other) => (
        <Link key={other.number} to={`/${slug}/orders/${other.number}`} className="row other">
          <bdi dir="ltr">{other.name}</bdi>
          <Stage {...other} />
          <span className="grow" />
          <Money amount={other.total_amount} />
        </Link>
      ))}
      <Anchor size="sm" renderRoot={(props) => <Link to={`/${slug}/orders`} search={{ customer_id }} {...props} />}>
        {orderWords.all_orders}
      </Anchor>
    </Stack>
  )
}
