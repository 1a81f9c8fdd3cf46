import '@mantine/core/styles/Drawer.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/ScrollArea.css'
import { Drawer, Text } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { nameOf } from '../../words/words.tsx'
import { type Action, ActionForm } from './action-form.tsx'
import { orderWords } from '../../words/order.ts'

type Props = Pick<ComponentProps<typeof ActionForm>, 'order' | 'onDone'> & {
  readonly action: Action
  readonly close: () => void
}

const dangerous: readonly string[] = ['cancel', 'void_payment']

/** Actions on a part of the order, which its state does not forbid. */
const onAPart: readonly string[] = ['void_payment', 'tracking']

/** The form of an action beside the order. The order may change while it is open. */
export default function ActionDrawer({ order, action, close, onDone }: Props) {
  const name = nameOf(orderWords.actions, action.name)
  const isSending = useIsMutating({ predicate: ({ state }) => Object(state.variables).path === action.path }) > 0
  // Closed while its change is on the way, it comes back if that fails.
  const [isHidden, hide] = useState(false)
  if (isHidden && !isSending) hide(false)
  const about = nameOf(orderWords.about, action.name)
  return (
    <Drawer
      opened={!isHidden}
      keepMounted
      onClose={() => (isSending ? hide(true) : close())}
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
        isDangerous={dangerous.includes(action.name)}
        isPossible={onAPart.includes(action.name) || order.allowed_actions.some((allowed) => allowed === action.name)}
        onDone={onDone}
      />
    </Drawer>
  )
}
