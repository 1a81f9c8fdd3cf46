import '@mantine/core/styles/Table.css'
import './order.css'
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { OrderWithIncluded } from '@merchant-commerce/client'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Heading } from '../../parts/heading.tsx'
import { lastList } from '../../parts/list-place.ts'
import { Money } from '../../parts/money.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { Payment, Stage } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { usePart } from '../../parts/use-part.ts'
import { useLiveOrders } from '../../parts/use-live-orders.ts'
import { problemsOf } from '../../service/problems.ts'
import { queries } from '../../service/queries.ts'
import { useStore } from '../../service/store.ts'
import { nameOf, useWords } from '../../words/words.tsx'
import type { Action } from './action-form.tsx'
import { ActionsBar } from './actions-bar.tsx'
import { CustomerCard } from './customer-card.tsx'
import { DetailsCard } from './details-card.tsx'
import { Payments } from './payments.tsx'
import { Shipments } from './shipments.tsx'
import { OrderItems } from './order-items.tsx'
import { orderQuery } from './order-query.ts'
import { Timeline } from './timeline.tsx'
import { type Changed, useChange, useIsChanging } from './use-change.ts'
import { orderWords } from '../../words/order.ts'

export function prepare({ slug = '', number = '' }: Readonly<Record<string, string>>) {
  void queries.prefetchQuery(orderQuery(slug, number))
}

export default function OrderScreen() {
  const words = useWords()
  const { slug } = useStore()
  const { number = '' } = useParams({ strict: false })
  useLiveOrders()
  const { data: order, error, refetch } = useQuery(orderQuery(slug, number))
  if (error && !order) return <Failed isPage error={error} retry={() => void refetch()} />
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Anchor
          size="sm"
          w="fit-content"
          renderRoot={(props) => <Link to={`/${slug}/orders`} search={lastList(slug)} {...props} />}
        >
          {orderWords.back}
        </Anchor>
        <Group gap="sm">
          <Heading name={`${words.screens.order} #${number}`}>
            {words.screens.order} <bdi dir="ltr">#{number}</bdi>
          </Heading>
          {order && <Stage {...order} />}
          {order && <Payment status={order.payment_status} />}
        </Group>
        {order && (
          <Text size="sm" c="dimmed">
            <Time at={order.created_at} />
            {order.hold_reason !== null && ` · ${nameOf(words.hold_reason, order.hold_reason)}`}
            {order.cancel_reason !== null && ` · ${orderWords.refused}`}
            {order.contact_attempts > 0 && ` · ${orderWords.attempts(order.contact_attempts)}`}
          </Text>
        )}
      </Stack>
      {order ? <Opened key={order.id} order={order} /> : <Loading />}
    </Stack>
  )
}

/** What was just done, and what follows from it. */
type Done = { readonly name: string; readonly suggestedRefund: number }

function Opened({ order }: { readonly order: OrderWithIncluded }) {
  const { states } = useWords()
  const [opened, setOpened] = useState<Action | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const Drawer = usePart(() => import('./action-drawer.tsx'), opened !== null)
  const { mutate, begin, error, reset } = useChange(order)
  const isChanging = useIsChanging(order)
  const onDone = (name: string) => (answer: Changed) => {
    setOpened(null)
    setDone({ name, suggestedRefund: answer.suggested_refund?.total_amount ?? 0 })
  }
  const open = (action: Action) => {
    reset()
    setDone(null)
    setOpened(action)
  }
  const openPart = order.allowed_actions.includes('notes') ? open : null
  const take = (action: Action) => {
    setDone(null)
    begin(action)
    mutate({ ...action, body: {} }, { onSuccess: onDone(action.name) })
  }
  const { whole } = problemsOf(error, [], states.no_answer)
  const refund = order.actions?.find(({ name }) => name === 'refunds')
  return (
    <>
      <ActionsBar order={order} take={take} open={open} isBusy={isChanging} />
      <div aria-live="polite" className="said">
        {whole !== null && (
          <Alert color="red" withCloseButton closeButtonLabel={orderWords.cancel} onClose={reset} dir="auto">
            {whole}
          </Alert>
        )}
        {done && (
          <Alert color="green" withCloseButton closeButtonLabel={orderWords.cancel} onClose={() => setDone(null)}>
            <Group gap="sm">
              <Text size="sm">{nameOf(orderWords.done, done.name)}</Text>
              {done.suggestedRefund > 0 && refund && (
                <>
                  <Text size="sm">
                    {orderWords.suggested_refund} <Money amount={done.suggestedRefund} withCurrency />
                  </Text>
                  <Button variant="default" onClick={() => open(refund)}>
                    {orderWords.actions.refunds}
                  </Button>
                </>
              )}
            </Group>
          </Alert>
        )}
        {order.reservation === 'released' && <Alert color="yellow">{orderWords.released}</Alert>}
      </div>
      <div className="order">
        <OrderItems order={order} />
        <Stack gap="md" className="facts">
          <CustomerCard order={order} />
          <DetailsCard order={order} />
        </Stack>
        <Stack gap="md">
          <Payments order={order} open={openPart} isBusy={isChanging} />
          <Shipments order={order} open={openPart} isBusy={isChanging} />
          <Timeline order={order} />
        </Stack>
      </div>
      {opened && Drawer && (
        <Drawer
          key={opened.path}
          order={order}
          action={opened}
          close={() => setOpened(null)}
          onDone={onDone(opened.name)}
        />
      )}
    </>
  )
}
