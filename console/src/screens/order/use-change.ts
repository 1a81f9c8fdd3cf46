import {
  ProblemError,
  type OrderWithIncluded,
  type ReturnOrderResponse,
  type UpdateShipmentResponse,
} from '@merchant-commerce/client'
import { useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attemptOf, draftOf } from '../../service/kept.ts'
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

/** Answers that say that nothing was done. After others, such as a limit on retries, the first request may have been. */
const refusals: readonly number[] = [400, 404, 409, 422]

/** A note goes with whatever the order has become. */
const versionFor = (name: string, version: number): string => (name === 'notes' ? '' : String(version))

type Change = {
  readonly name: string
  readonly path: string
  readonly isPatch?: boolean
  readonly body: Readonly<Record<string, unknown>>
}

const changesOf = ({ id }: Pick<OrderWithIncluded, 'id'>) => ['change', id]

/** Whether a change of the order is on its way. A note changes nothing that others depend on. */
export const useIsChanging = (order: OrderWithIncluded): boolean =>
  useIsMutating({
    mutationKey: changesOf(order),
    predicate: ({ state }) => Object(state.variables).name !== 'notes',
  }) > 0

export type Changed = OrderWithIncluded & Partial<Pick<ReturnOrderResponse, 'suggested_refund'>>

/**
 * Sends a change of an order. Whoever changed it meanwhile is not overwritten: the order is loaded again, and what was typed
 * stays. A change whose answer was lost is sent again as it was, so that it is done once.
 */
export function useChange(order: OrderWithIncluded, { isForm = false } = {}) {
  const { slug } = useStore()
  const { data: person } = useQuery(me)
  const query = orderQuery(slug, String(order.number))
  const draftAt = (path: string) => draftOf(person?.id ?? '', `${slug} ${path}`)
  const attemptAt = (path: string) => attemptOf(person?.id ?? '', `${slug} ${path}`)
  // A form is about the order as it was when it was opened, until it is refused: then it shows what has changed.
  const [opened, setOpened] = useState(isForm ? order.version : null)
  const mutation = useMutation({
    mutationKey: changesOf(order),
    async mutationFn({ name, path, isPatch = false, body }: Change): Promise<Changed> {
      const { key, version } = attemptAt(path).attemptAt(body, versionFor(name, opened ?? order.version))
      const request = { url: path, body, security: [] }
      if (isPatch) {
        const changed = await clientOf(slug).patch<{ 200: UpdateShipmentResponse }, never>({
          ...request,
          headers: { 'Idempotency-Key': key },
        })
        const now = queries.getQueryData(query.queryKey) ?? order
        return { ...now, shipments: now.shipments.map((shown) => (shown.id === changed.id ? changed : shown)) }
      }
      return clientOf(slug).post<{ 200: Changed }, never>({
        ...request,
        query: { include: 'actions,events' },
        headers: { ...(version !== '' && { 'If-Match': `"v${version}"` }), 'Idempotency-Key': key },
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
      // Also if nobody looks at the form any more.
      draftAt(path).clear()
      attemptAt(path).clear()
      // What can be taken back comes with the order.
      queries.setQueryData(query.queryKey, (before) => ({ ...before, undo_action: null, ...answer }))
    },
    onError(error, { path }, before) {
      if (error instanceof ProblemError && refusals.includes(error.status)) attemptAt(path).clear()
      if (before) queries.setQueryData(query.queryKey, before)
    },
    onSettled() {
      setOpened(null)
      for (const shown of ['order', 'orders']) void queries.invalidateQueries({ queryKey: [slug, shown] })
    },
  })
  return {
    ...mutation,
    draftAt,
    /** Whoever begins anew sees what became of an attempt whose answer was lost: neither it nor its draft is sent again. */
    begin: ({ name, path }: Pick<Change, 'name' | 'path'>): void => {
      if (attemptAt(path).beginAt(versionFor(name, order.version))) draftAt(path).clear()
    },
  }
}
