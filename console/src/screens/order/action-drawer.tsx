import '@mantine/core/styles/Drawer.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/ScrollArea.css'
import { Drawer, Text } from '@mantine/core'
import type { ComponentProps } from 'react'
import { nameOf } from '../../words/words.tsx'
import { type Action, ActionForm } from './action-form.tsx'
import { orderWords } from '../../words/order.ts'

type Props = Pick<ComponentProps<typeof ActionForm>, 'order' | 'onDone'> & {
  readonly action: Action
  readonly close: () => void
}

const takesBack: readonly string[] = ['void_payment']

/** The form of an action beside the order. The order may change while it is open. */
export default function ActionDrawer({ order, action, close, onDone }: Props) {
  const name = action.name === 'void_payment' ? orderWords.take_back : nameOf(orderWords.actions, action.name)
  const about = nameOf(orderWords.about, action.name)
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="md"
      title={
        <>
          {name} · <bdi dir="ltr">{order.name}</bdi>
        </>
      }
      closeButtonProps={{ 'aria-label': orderWords.cancel }}
    >
      {about !== action.name && (
        <Text size="sm" c="dimmed" mb="md">
          {about}
        </Text>
      )}
      <ActionForm
        order={order}
        action={action}
        submit={name}
        isDangerous={action.name === 'cancel' || takesBack.includes(action.name)}
        isPossible={takesBack.includes(action.name) || order.allowed_actions.some((allowed) => allowed === action.name)}
        onDone={onDone}
      />
    </Drawer>
  )
}
