import { dateTime, text, textOf } from '../language/language.ts'
import type { Order } from '../service/types.ts'

export function OrderDetails({ order }: { readonly order: Order }) {
  const details = [
    ['customer', order.customer_name],
    ['phone', order.customer_phone],
    ['address', order.shipping_address],
    ['payment_method', order.payment_method === null ? null : textOf('method', order.payment_method)],
    ['date', dateTime(order.created_at)],
    ['note', order.notes],
  ] as const
  return (
    <section class="card">
      <h2>{text('details')}</h2>
      <dl class="details">
        {details.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{text(name)}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
