import type { Order } from '@merchant-commerce/client'
import type { Column } from '../../parts/list-description.ts'
import { Money } from '../../parts/money.tsx'
import { Payment, Stage } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { nameOf } from '../../words/words.tsx'
import { listWords } from '../../words/list.ts'

/** What every row has: its link, and what it says on a phone. */
export const fields = [
  'id',
  'number',
  'name',
  'status',
  'fulfillment_status',
  'hold_reason',
  'total_amount',
  'customer_name',
  'created_at',
] as const satisfies readonly (keyof Order)[]

type Chosen =
  | 'customer_id'
  | 'payment_status'
  | 'platform'
  | 'payment_method'
  | 'address'
  | 'items'
  | 'tags'
  | 'due_amount'
  | 'shipped_at'
  | 'delivered_at'
  | 'updated_at'

/** An order in the list. It has the fields of the columns that are chosen. */
export type Row = Pick<Order, (typeof fields)[number]> & { readonly [Name in Chosen]?: Order[Name] | undefined }

const Moment = ({ at }: { readonly at: string | null | undefined }) => (at ? <Time at={at} /> : null)

const Platform = ({ name }: { readonly name: string }) => <bdi>{nameOf(listWords.platforms, name)}</bdi>

export const columns: readonly [Column<Row>, ...Column<Row>[]] = [
  {
    name: 'number',
    title: (words) => words.orders.number,
    width: 90,
    sort: 'number',
    cell: ({ name }) => <bdi dir="ltr">{name}</bdi>,
  },
  {
    name: 'created_at',
    title: (words) => words.orders.created,
    width: 130,
    sort: 'created_at',
    cell: ({ created_at }) => <Time at={created_at} />,
  },
  {
    name: 'customer_name',
    title: (words) => words.orders.customer,
    cell: ({ customer_name }) => <bdi>{customer_name}</bdi>,
  },
  { name: 'status', title: (words) => words.orders.status, width: 170, cell: (order) => <Stage {...order} /> },
  {
    name: 'payment_status',
    fields: ['payment_status'],
    title: (words) => words.orders.payment,
    width: 150,
    cell: ({ payment_status }) => payment_status && <Payment status={payment_status} />,
  },
  {
    name: 'payment_method',
    fields: ['payment_method'],
    isExtra: true,
    title: (words) => words.orders.payment_method,
    cell: ({ payment_method }) => <bdi>{payment_method}</bdi>,
  },
  {
    name: 'platform',
    fields: ['platform'],
    isExtra: true,
    title: () => listWords.orders.platform,
    cell: ({ platform }) => platform !== undefined && <Platform name={platform} />,
  },
  {
    name: 'city',
    fields: ['address'],
    isExtra: true,
    title: () => listWords.orders.city,
    cell: ({ address }) => <bdi>{address?.city ?? address?.area}</bdi>,
  },
  {
    name: 'tags',
    fields: ['tags'],
    isExtra: true,
    title: (words) => words.orders.tags,
    cell: ({ tags }) => <bdi>{tags?.join(' · ')}</bdi>,
  },
  {
    name: 'items',
    fields: ['items'],
    isExtra: true,
    align: 'end',
    title: (words) => words.orders.items,
    cell: ({ items }) => <span className="figures">{items?.reduce((sum, { quantity }) => sum + quantity, 0)}</span>,
  },
  {
    name: 'due_amount',
    fields: ['due_amount'],
    isExtra: true,
    align: 'end',
    isMoney: true,
    title: (words) => words.orders.due,
    cell: ({ due_amount }) => due_amount !== undefined && <Money amount={due_amount} />,
  },
  {
    name: 'shipped_at',
    fields: ['shipped_at'],
    isExtra: true,
    title: () => listWords.orders.shipped,
    cell: ({ shipped_at }) => <Moment at={shipped_at} />,
  },
  {
    name: 'delivered_at',
    fields: ['delivered_at'],
    isExtra: true,
    title: () => listWords.orders.delivered,
    cell: ({ delivered_at }) => <Moment at={delivered_at} />,
  },
  {
    name: 'updated_at',
    fields: ['updated_at'],
    isExtra: true,
    sort: 'updated_at',
    title: () => listWords.orders.updated,
    cell: ({ updated_at }) => <Moment at={updated_at} />,
  },
  {
    name: 'total_amount',
    align: 'end',
    width: 140,
    sort: 'total_amount',
    isMoney: true,
    title: (words) => words.orders.total,
    cell: ({ total_amount }) => <Money amount={total_amount} />,
  },
]
