import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/icons/IconSearch'
import { useRef, useState } from 'react'
import { type Address, changed } from './list-address.ts'
import type { Go } from './list-filters.tsx'
import { listWords } from '../words/list.ts'

type Props = {
  readonly address: Address
  readonly go: Go
  readonly placeholder: string
}

const waitMs = 250

/** None of what was sent to the address yet. */
const noTexts: readonly string[] = []

/** A request when typing pauses, not for each key. `/` goes to it. */
export function ListSearch({ address, go, placeholder }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const searched = address['search'] ?? ''
  const [field, setField] = useState({ text: searched, sent: noTexts, seen: searched })
  // What was typed goes to the address when typing pauses. Another search in the address, such as after going back, comes here.
  if (searched !== field.seen) {
    const at = field.sent.indexOf(searched)
    setField({
      text: at === -1 ? searched : field.text,
      sent: at === -1 ? noTexts : field.sent.slice(at + 1),
      seen: searched,
    })
  }
  const send = (text: string) => {
    // The same again would lead to the first page.
    if (text.trim() === (field.sent.at(-1) ?? searched)) return
    setField((now) => ({ ...now, sent: [...now.sent, text.trim()] }))
    go((now) => changed(now, { search: text.trim() }), true)
  }
  // The text of that moment: going back may have brought another one meanwhile.
  const sendLater = useDebouncedCallback(() => send(field.text), waitMs)
  const type = (text: string) => setField((now) => ({ ...now, text }))
  useHotkeys([['/', () => input.current?.focus()]])
  return (
    <TextInput
      ref={input}
      type="search"
      w={{ base: '100%', xs: 280 }}
      aria-label={listWords.search}
      placeholder={placeholder}
      value={field.text}
      onChange={(event) => {
        type(event.currentTarget.value)
        sendLater()
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        field.text !== '' && (
          <CloseButton
            size="sm"
            aria-label={listWords.clear_search}
            onClick={() => {
              type('')
              sendLater.cancel()
              send('')
              input.current?.focus()
            }}
          />
        )
      }
    />
  )
}
