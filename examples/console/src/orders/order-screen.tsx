import { useState } from 'preact/hooks'
import { text, textOf } from '../language/language.ts'
import { useLoad } from '../load.ts'
import { linkTo } from '../route.ts'
import { isVersionConflict } from '../service/problem.ts'
import { actOnOrder, loadOrder } from '../service/orders.ts'
import type { OrderAction, Store } from '../service/types.ts'
import { Badge } from '../ui/badge.tsx'
import { Loading } from '../ui/loading.tsx'
import { Actions } from './actions.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderItems } from './order-items.tsx'
import { Timeline } from './timeline.tsx'

/** One order: what it is, what happened to it, and what can be done with it. */
export function OrderScreen({ id, store }: { readonly id: string; readonly store: Store }) {
  const loaded = useLoad((signal) => loadOrder(id, signal), [id])
  const [notice, setNotice] = useState('')

  async function act(action: OrderAction, body: Record<string, unknown>, version: number) {
    try {
      loaded.replace(await actOnOrder(action, body, version))
      setNotice(text('done', { action: textOf('action', action.name) }))
    } catch (error) {
      if (!isVersionConflict(error)) throw error
      setNotice(text('changed_meanwhile'))
      loaded.reload()
    }
  }

  return (
    <>
      <p>
        <a href={linkTo('/orders')}>{text('back_to_orders')}</a>
      </p>
      <Loading of={loaded}>
        {({ order, actions, events, eventsCursor }) => (
          <>
            <div class="title">
              <h1>
                {text('order')} <bdi>{order.name}</bdi>
              </h1>
              <span class="badges">
                <Badge kind="status" value={order.status} />
                <Badge kind="payment" value={order.payment_status} />
                <Badge kind="fulfillment" value={order.fulfillment_status} />
              </span>
            </div>
            {order.hold_reason !== null && (
              <p class="notice">{text('on_hold', { reason: textOf('reason', order.hold_reason) })}</p>
            )}
            <p role="status" class={notice === '' ? 'visually-hidden' : 'notice good'}>
              {notice}
            </p>
            <div class="columns">
              <div>
                <OrderItems order={order} />
                <Timeline key={events[0]?.id} order={order} newest={events} cursor={eventsCursor} />
              </div>
              <div>
                <Actions
                  key={order.version}
                  actions={actions}
                  decimals={store.currency_exponent}
                  act={(action, body) => act(action, body, order.version)}
                />
                <OrderDetails order={order} />
              </div>
            </div>
          </>
        )}
      </Loading>
    </>
  )
}
