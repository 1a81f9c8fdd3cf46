import '@mantine/core/styles/Menu.css'
import '@mantine/core/styles/Popover.css'
import { Button, Menu } from '@mantine/core'
import IconArrowBackUp from '@tabler/icons-react/icons/IconArrowBackUp'
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown'
import type { OrderWithIncluded } from '@merchant-commerce/client'
import { nameOf } from '../../words/words.tsx'
import type { Action } from './action-form.tsx'
import { fieldsOf } from './form-fields.ts'
import { orderWords } from '../../words/order.ts'

type Props = {
  readonly order: OrderWithIncluded
  readonly take: (action: Action) => void
  readonly open: (action: Action) => void
  readonly isBusy: boolean
}

/** The next step as the one filled button, all else that the order allows below More, and what can be taken back. */
export function ActionsBar({ order, take, open, isBusy }: Props) {
  const actions = (order.actions ?? []).filter(({ name }) => name !== 'notes')
  const next = actions.find(({ name }) => name === order.next_action)
  const others = actions.filter(({ name }) => name !== next?.name)
  const start = (action: Action) => (fieldsOf(action.form).length === 0 ? take(action) : open(action))
  return (
    <div className="actions">
      {next && (
        <Button size="sm" loading={isBusy} onClick={() => start(next)}>
          {nameOf(orderWords.actions, next.name)}
        </Button>
      )}
      {others.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button
              size="sm"
              variant="default"
              disabled={isBusy}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              {orderWords.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((action) => (
              <Menu.Item
                key={action.name}
                {...(action.name === 'cancel' && { className: 'danger' })}
                onClick={() => start(action)}
              >
                {nameOf(orderWords.actions, action.name)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {order.undo_action && (
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          disabled={isBusy}
          leftSection={<IconArrowBackUp size={14} className="points" aria-hidden />}
          onClick={() =>
            take({ name: 'undo', path: `/api/orders/${order.id}/undo`, form: { properties: {}, required: [] } })
          }
        >
          {orderWords.undo(nameOf(orderWords.actions, order.undo_action))}
        </Button>
      )}
    </div>
  )
}
