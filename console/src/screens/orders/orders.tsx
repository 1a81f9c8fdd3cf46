import { useLiveOrders } from '../../parts/use-live-orders.ts'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/VisuallyHidden.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/Table.css'
import { countOrders, listOrders } from '@merchant-commerce/client'
import { type ListDescription, prepareList } from '../../parts/list-description.ts'
import { ListPage } from '../../parts/list-page.tsx'
import { Money } from '../../parts/money.tsx'
import { Stage } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { clientOf } from '../../service/client.ts'
import { columns, fields, type Row } from './order-columns.tsx'
import { orderFilters } from './order-filters.ts'
import { listWords } from '../../words/list.ts'

const orders: ListDescription<Row> = {
  name: 'orders',
  columns,
  fields,
  filters: orderFilters,
  views: {
    load: async (store, signal) => (await countOrders({ client: clientOf(store), signal })).data,
    names: () => listWords.order_views,
  },
  placeholder: (words) => words.orders.placeholder,
  empty: (words) => ({
    title: words.orders.empty,
    text: words.orders.empty_text,
    start: { text: words.orders.to_home, path: '' },
  }),
  count: (words, total) => words.orders.count(total),
  phone: (order) => ({
    first: [order.customer_name, <Money key="total" amount={order.total_amount} withCurrency />],
    second: [
      <Stage key="stage" {...order} />,
      <span key="when" className="dimmed">
        <bdi dir="ltr">{order.name}</bdi> · <Time at={order.created_at} />
      </span>,
    ],
  }),
  load: (store, query, signal) => listOrders({ client: clientOf(store), signal, query: { limit: 50, ...query } }),
  path: ({ number }) => `/orders/${number}`,
}

export function prepare({ slug = '' }: Readonly<Record<string, string>>, search: Readonly<Record<string, unknown>>) {
  prepareList(orders, slug, search)
}

export default function Orders() {
  useLiveOrders()
  return <ListPage list={orders} />
}
