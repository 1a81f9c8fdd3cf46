import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/VisuallyHidden.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/Table.css'
import { type ListOrdersData, listOrders, type Order } from '@merchant-commerce/client'
import { type ListDescription, listQuery } from '../../parts/list-description.ts'
import { ListPage } from '../../parts/list-page.tsx'
import { Money } from '../../parts/money.tsx'
import { Payment, Stage } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { clientOf } from '../../service/client.ts'
import { queries } from '../../service/queries.ts'

const fields = [
  'id',
  'number',
  'name',
  'status',
  'payment_status',
  'fulfillment_status',
  'hold_reason',
  'total_amount',
  'customer_name',
  'created_at',
] as const satisfies readonly (keyof Order)[]

type Row = Pick<Order, (typeof fields)[number]>

const orders: ListDescription<Row, NonNullable<ListOrdersData['query']>> = {
  name: 'orders',
  columns: [
    {
      title: (words) => words.orders.number,
      width: 90,
      sort: 'number',
      cell: ({ name }) => <bdi dir="ltr">{name}</bdi>,
    },
    {
      title: (words) => words.orders.created,
      width: 140,
      sort: 'created_at',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    { title: (words) => words.orders.customer, cell: ({ customer_name }) => <bdi>{customer_name}</bdi> },
    { title: (words) => words.orders.status, width: 170, cell: (order) => <Stage {...order} /> },
    {
      title: (words) => words.orders.payment,
      width: 150,
      cell: ({ payment_status }) => <Payment status={payment_status} />,
    },
    {
      title: (words) => words.orders.total,
      align: 'end',
      width: 140,
      sort: 'total_amount',
      isMoney: true,
      cell: ({ total_amount }) => <Money amount={total_amount} />,
    },
  ],
  filters: [
    { name: 'status', title: (words) => words.orders.status, values: (words) => words.order_status },
    { name: 'payment_status', title: (words) => words.orders.payment, values: (words) => words.payment_status },
    {
      name: 'fulfillment_status',
      title: (words) => words.orders.delivery,
      values: (words) => words.fulfillment_status,
    },
    {
      name: 'hold_reason',
      title: (words) => words.orders.hold,
      values: (words) => ({ none: words.not_on_hold, ...words.hold_reason }),
    },
    {
      name: 'payment_kind',
      title: (words) => words.orders.payment_method,
      values: (words) => words.payment_kind,
    },
    { name: 'has_due', title: (words) => words.orders.due, values: (words) => ({ true: words.orders.something }) },
    { name: 'customer_id', title: (words) => words.orders.customer, said: (words) => words.orders.chosen },
    { name: 'created_from', title: (words) => words.orders.from },
    { name: 'created_to', title: (words) => words.orders.to },
  ],
  placeholder: (words) => words.orders.placeholder,
  empty: (words) => ({
    title: words.orders.empty,
    text: words.orders.empty_text,
    start: { text: words.orders.to_home, path: '' },
  }),
  count: (words, total) => words.list.count(total),
  phone: (order) => ({
    first: [order.customer_name, <Money key="total" amount={order.total_amount} withCurrency />],
    second: [
      <Stage key="stage" {...order} />,
      <span key="when" className="dimmed">
        <bdi dir="ltr">{order.name}</bdi> · <Time at={order.created_at} />
      </span>,
    ],
  }),
  load: (store, query, signal) =>
    listOrders({ client: clientOf(store), signal, query: { limit: 50, ...query, fields: fields.join(',') } }),
  path: ({ number }) => `/orders/${number}`,
}

export function prepare({ slug = '' }: Readonly<Record<string, string>>, search: Readonly<Record<string, unknown>>) {
  void queries.prefetchQuery(listQuery(orders, slug, search))
}

export default function Orders() {
  return <ListPage list={orders} />
}
