import { count, money, text } from '../language/language.ts'
import type { Order } from '../service/types.ts'

export function OrderItems({ order }: { readonly order: Order }) {
  const { currency } = order
  const sums = [
    ['subtotal', order.subtotal_amount],
    ['shipping', order.shipping_amount],
    ['tax', order.tax_amount],
    ['discount', -order.discount_amount],
  ] as const
  return (
    <section class="card">
      <h2>{text('items')}</h2>
      <ul class="rows">
        {order.items.map((item) => (
          <li key={item.position}>
            <div>
              <bdi>{item.product_name}</bdi>
              <small>
                {item.variant_name !== null && <bdi>{item.variant_name}</bdi>}{' '}
                {item.shipped_quantity > 0 &&
                  text('shipped_of', { shipped: count(item.shipped_quantity), quantity: count(item.quantity) })}
              </small>
            </div>
            <div class="number">
              <bdi>
                {count(item.quantity)} × {money(item.unit_price, currency)}
              </bdi>
            </div>
            <div class="number">{money(item.line_total, currency)}</div>
          </li>
        ))}
      </ul>
      <dl class="sums">
        {sums
          .filter(([name, amount]) => amount !== 0 || name === 'subtotal')
          .map(([name, amount]) => (
            <div key={name}>
              <dt>{text(name)}</dt>
              <dd>{money(amount, currency)}</dd>
            </div>
          ))}
        <div class="grand">
          <dt>{text('total')}</dt>
          <dd>{money(order.total_amount, currency)}</dd>
        </div>
        <div>
          <dt>{text('paid')}</dt>
          <dd>{money(order.paid_amount, currency)}</dd>
        </div>
        {(
          [
            ['refunded', order.refunded_amount],
            ['came_back', order.came_back_amount],
            ['due', order.due_amount],
          ] as const
        ).map(
          ([name, amount]) =>
            amount > 0 && (
              <div key={name}>
                <dt>{text(name)}</dt>
                <dd>{money(amount, currency)}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
