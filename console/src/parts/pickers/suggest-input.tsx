import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/ScrollArea.css'
import { Autocomplete } from '@mantine/core'
import type { Picker } from './picker.ts'
import { useDraft } from './use-draft.ts'

type Props = Picker & {
  readonly suggestions: readonly string[]
  readonly maxLength?: number
  readonly onFocus?: () => void
}

/** Any text, with suggestions. */
export function SuggestInput({ label, value, onChange, error, suggestions, maxLength = 100, onFocus }: Props) {
  const { text, type, pick, handlers } = useDraft(value, onChange)
  return (
    <Autocomplete
      label={label}
      error={error}
      size="xs"
      dir="auto"
      maxLength={maxLength}
      limit={50}
      data={[...new Set(suggestions)]}
      // In a menu, what is outside of it closes it.
      comboboxProps={{ withinPortal: false }}
      value={text}
      onChange={type}
      onOptionSubmit={pick}
      onFocus={onFocus}
      {...handlers}
    />
  )
}
