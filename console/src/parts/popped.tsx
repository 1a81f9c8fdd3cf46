import '@mantine/core/styles/Drawer.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { Drawer, Popover } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPhone } from './use-is-phone.ts'
import { listWords } from '../words/list.ts'

/** What a menu gets that loads behind its button (use-menu.ts). */
export type Behind = {
  /** Whether the button was pressed before. */
  readonly isOpen: boolean
  readonly button: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'dialog'; 'aria-expanded'?: boolean }>
}

type Props = Behind & {
  readonly label: string
  readonly width: number
  readonly children: (close: () => void) => ReactNode
}

const tapMs = 400

/** What a button opens: below it, on a phone from the foot of the screen. */
export function Popped({ isOpen, button, label, width, children }: Props) {
  const isPhone = useIsPhone()
  const [isOpened, setOpened] = useState(false)
  const openedAt = useRef(0)
  // Not with the first render: the focus returns only to where it is when this opens.
  useEffect(() => {
    setOpened(isOpen)
    openedAt.current = performance.now()
  }, [isOpen])
  const close = () => setOpened(false)
  if (isPhone)
    return (
      <>
        {cloneElement(button, {
          onClick: () => setOpened(true),
          'aria-haspopup': 'dialog',
          'aria-expanded': isOpened,
        })}
        <Drawer
          opened={isOpened}
          // The tap that opens it can end on what is around it.
          onClose={() => performance.now() - openedAt.current > tapMs && close()}
          position="bottom"
          size="85%"
          title={label}
          closeButtonProps={{ 'aria-label': listWords.close }}
        >
          {children(close)}
        </Drawer>
      </>
    )
  return (
    <Popover
      opened={isOpened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      width={width}
      trapFocus
      returnFocus
    >
      <Popover.Target>{cloneElement(button, { onClick: () => setOpened((was) => !was) })}</Popover.Target>
      <Popover.Dropdown mah="min(520px, 70dvh)" className="scrolls" aria-label={label}>
        {children(close)}
      </Popover.Dropdown>
    </Popover>
  )
}
