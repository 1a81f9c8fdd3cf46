import { ProblemError, type OrderWithIncluded, type ReturnOrderResponse } from '@merchant-commerce/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { attemptOf } from '../../service/kept.ts'
import { clientOf } from '../../service/client.ts'
import { me, queries } from '../../service/queries.ts'
import { useStore } from '../../service/store.ts'
import { orderQuery } from './order-query.ts'

/** What an action does to the order, for as long as its answer is on its way. */
const shownAtOnce: Readonly<Partial<Record<string, Partial<OrderWithIncluded>>>> = {
  confirm: { status: 'confirmed', hold_reason: null },
  prepare: { fulfillment_status: 'preparing' },
  deliver: { fulfillment_status: 'delivered' },
  complete: { status: 'completed' },
}

type Change = { readonly name: string; readonly path: string; readonly body: Readonly<Record<string, unknown>> }

export type Changed = OrderWithIncluded & Partial<Pick<ReturnOrderResponse, 'suggested_refund'>>

/**
 * Sends a change of an order. Whoever changed it meanwhile is not overwritten: the order is loaded again, and what was typed
 * stays. A change whose answer was lost is sent again as it was, so that it is done once.
 */
export function useChange(order: OrderWithIncluded) {
  const { slug } = useStore()
  const { data: person } = useQuery(me)
  const query = orderQuery(slug, String(order.number))
  const attemptAt = (path: string) => attemptOf(person?.id ?? '', `${slug} ${path}`)
  return useMutation({
    mutationFn({ name, path, body }: Change) {
      const { key, version } = attemptAt(path).attemptAt(body, String(order.version))
      return clientOf(slug).post<{ 200: Changed }, never>({
        url: path,
        body,
        query: { include: 'actions,events' },
        // A note goes with whatever the order has become.
        headers: { ...(name !== 'notes' && { 'If-Match': `"v${version}"` }), 'Idempotency-Key': key },
        security: [],
      })
    },
    async onMutate({ name }) {
      await queries.cancelQueries(query)
      const before = queries.getQueryData(query.queryKey)
      const shown = shownAtOnce[name]
      if (before && shown) queries.setQueryData(query.queryKey, { ...before, ...shown })
      return before
    },
    onSuccess(answer, { path }) {
      attemptAt(path).clear()
      queries.setQueryData(query.queryKey, (before) => ({ ...before, ...answer }))
    },
    onError(error, { path }, before) {
      if (error instanceof ProblemError && error.status < 500) attemptAt(path).clear()
      if (before) queries.setQueryData(query.queryKey, before)
    },
    onSettled() {
      for (const shown of ['order', 'orders']) void queries.invalidateQueries({ queryKey: [slug, shown] })
    },
  })
}
