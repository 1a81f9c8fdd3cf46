import { getOrder, type OrderWithIncluded } from '@merchant-commerce/client'
import { queryOptions } from '@tanstack/react-query'
import { clientOf } from '../../service/client.ts'

export type OrderEvent = NonNullable<OrderWithIncluded['events']>[number]

/** An order with everything that its screen shows, in one request. */
export const orderQuery = (store: string, number: string) =>
  queryOptions({
    queryKey: [store, 'order', number],
    queryFn: ({ signal }) =>
      getOrder({
        client: clientOf(store),
        signal,
        path: { order_id: `number:${number}` },
        query: { include: ['actions', 'events', 'payments', 'customer_orders', 'undo'] },
      }),
  })
