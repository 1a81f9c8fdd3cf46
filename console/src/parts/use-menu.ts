import { type ComponentType, useLayoutEffect, useRef, useState } from 'react'
import { useLater } from './use-later.ts'
import { usePart } from './use-part.ts'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/**
 * A menu that loads behind its button when somebody comes near, or once the screen is there. It opens at once if the button was
 * pressed before. `waits`: it does not load before somebody comes near.
 */
export function useMenu<Props>(load: Load<Props>, { waits = false } = {}) {
  const [isNear, comeNear] = useState(false)
  const [isPressed, press] = useState(false)
  const isLater = useLater()
  const Menu = usePart(load, isNear || isPressed || (isLater && !waits))
  const button = useRef<HTMLButtonElement>(null)
  const isFocused = useRef(false)
  // The button is another element then.
  useLayoutEffect(() => void (isFocused.current && button.current?.focus()), [Menu === null])
  const toLoad = {
    onPointerEnter: () => comeNear(true),
    onFocus() {
      isFocused.current = true
      comeNear(true)
    },
    onBlur: () => void (isFocused.current = false),
    // Before the click, which is lost if the menu takes the place of the button in the middle of it.
    onPointerDown: () => press(true),
    onClick: () => press(true),
  }
  return { Menu, isPressed, toButton: { ref: button, ...(Menu ? {} : toLoad) } }
}
