import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { pathTo, screens } from '../screens.ts'
import type { Store } from '../service/store.ts'
import { usePart } from '../parts/use-part.ts'

type Shown = 'commands' | 'keys'

const sequenceMs = 1000

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The keys of the whole console, and what they open, which loads with the first use. */
export function useCommands(store: Store | undefined): { readonly open: () => void; readonly commands: ReactNode } {
  const [shown, show] = useState<Shown | null>(null)
  const [query, type] = useState('')
  useHotkeys([['mod+K', () => show('commands'), { usePhysicalKeys: true }]], [])
  useKeys(store?.slug, () => show('keys'))
  useTyped(shown === 'commands', (letter) => type((typed) => typed + letter))
  const close = () => {
    show(null)
    type('')
  }
  const Commands = usePart(() => import('./commands.tsx'), shown === 'commands', close)
  const Keys = usePart(() => import('./keys.tsx'), shown === 'keys', close)
  return {
    open: () => show('commands'),
    commands: (
      <>
        {Commands && <Commands store={store} query={query} type={type} close={close} />}
        {Keys && <Keys close={close} />}
      </>
    ),
  }
}

/** What is typed while the search opens is for it, though the focus is not there yet. */
function useTyped(isOpen: boolean, add: (letter: string) => void) {
  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1 || isTyping(event.target)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      add(event.key)
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [isOpen])
}

/** `?`, and `g` followed by the key of a screen, where they are on a Latin keyboard. */
function useKeys(slug: string | undefined, help: () => void) {
  const navigate = useNavigate()
  const pressedG = useRef(0)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      // The Arabic keyboard has its own question mark.
      if (event.key === '?' || event.key === '؟') return help()
      if (event.code === 'KeyG') {
        pressedG.current = event.timeStamp
        return
      }
      const screen = screens.find(({ key }) => key !== undefined && event.code === `Key${key.toUpperCase()}`)
      const isSequence = event.timeStamp - pressedG.current < sequenceMs
      pressedG.current = 0
      if (isSequence && screen && slug !== undefined) void navigate({ to: pathTo(slug, screen.path) })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
