import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/icons/IconSearch'
import { useRef } from 'react'
import { useWords } from '../words/words.tsx'
import { type Address, changed } from './list-address.ts'

type Props = {
  readonly address: Address
  readonly go: (next: Address, replace?: boolean) => void
  readonly placeholder: string
}

const waitMs = 250

/** A request when typing pauses, not for each key. `/` goes to it. */
export function ListSearch({ address, go, placeholder }: Props) {
  const words = useWords().list
  const input = useRef<HTMLInputElement>(null)
  const search = useDebouncedCallback((text: string) => go(changed(address, { search: text.trim() }), true), waitMs)
  useHotkeys([['/', () => input.current?.focus()]])
  const clear = () => {
    if (input.current) input.current.value = ''
    go(changed(address, { search: undefined }), true)
  }
  return (
    <TextInput
      // The search of another address, such as after going back.
      key={address['search'] ?? ''}
      ref={input}
      type="search"
      w={{ base: '100%', xs: 280 }}
      aria-label={words.search}
      placeholder={placeholder}
      defaultValue={address['search'] ?? ''}
      onChange={(event) => search(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        address['search'] !== undefined && <CloseButton size="sm" aria-label={words.clear_search} onClick={clear} />
      }
    />
  )
}
