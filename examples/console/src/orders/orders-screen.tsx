import { Badge } from '../ui/badge.tsx'
import { Filter } from '../ui/filter.tsx'
import { List, useList } from '../ui/list.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { dateTime, money, text, textOf } from '../language/language.ts'
import { linkTo } from '../route.ts'
import { loadOrders, type OrderRow } from '../service/orders.ts'
import { fulfillmentStatuses, orderStatuses, paymentStatuses, type Store } from '../service/types.ts'

/** Orders, newest first. The filters are part of the URL. */
export function OrdersScreen({ query, store }: { readonly query: URLSearchParams; readonly store: Store }) {
  const filters = {
    search: query.get('search') ?? '',
    status: query.get('status') ?? '',
    payment_status: query.get('payment_status') ?? '',
    fulfillment_status: query.get('fulfillment_status') ?? '',
  }
  const list = useList('/orders', query, filters, loadOrders)
  const { set } = list
  return (
    <>
      <div class="title">
        <h1>{text('orders')}</h1>
        <a class="button main" href={linkTo('/new_order')}>
          {text('new_order')}
        </a>
      </div>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <SearchBox value={filters.search} onChange={set('search')} />
        <Filter
          label={text('status')}
          kind="status"
          values={orderStatuses}
          value={filters.status}
          onChange={set('status')}
        />
        <Filter
          label={text('payment')}
          kind="payment"
          values={paymentStatuses}
          value={filters.payment_status}
          onChange={set('payment_status')}
        />
        <Filter
          label={text('fulfillment')}
          kind="fulfillment"
          values={fulfillmentStatuses}
          value={filters.fulfillment_status}
          onChange={set('fulfillment_status')}
        />
      </form>
      <List of={list}>{(orders) => <OrderTable orders={orders} currency={store.currency} />}</List>
    </>
  )
}

type TableProps = { readonly orders: readonly OrderRow[]; readonly currency: string }

const OrderTable = ({ orders, currency }: TableProps) => (
  <table class="cards">
    <thead>
      <tr>
        {(['order', 'customer', 'status', 'payment', 'fulfillment', 'date', 'total'] as const).map((name) => (
          <th key={name} scope="col">
            {text(name)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {orders.map((order) => (
        <tr key={order.id}>
          <th scope="row">
            <a href={linkTo(`/orders/${order.id}`)}>
              <bdi>{order.name}</bdi>
            </a>
          </th>
          <td data-label={text('customer')}>
            <bdi>{order.customer_name}</bdi>
          </td>
          <td data-label={text('status')}>
            <Badge kind="status" value={order.status} />
            {order.hold_reason !== null && (
              <small>{text('on_hold', { reason: textOf('reason', order.hold_reason) })}</small>
            )}
          </td>
          <td data-label={text('payment')}>
            <Badge kind="payment" value={order.payment_status} />
          </td>
          <td data-label={text('fulfillment')}>
            <Badge kind="fulfillment" value={order.fulfillment_status} />
          </td>
          <td data-label={text('date')}>
            <time datetime={order.created_at}>{dateTime(order.created_at)}</time>
          </td>
          <td data-label={text('total')} class="number">
            {money(order.total_amount, currency)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
