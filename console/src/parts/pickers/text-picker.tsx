import { TextInput } from '@mantine/core'
import type { Picker } from './picker.ts'
import { useDraft } from './use-draft.ts'

type Props = Picker & { readonly maxLength?: number }

export function TextPicker({ label, value, onChange, error, maxLength = 100 }: Props) {
  const { text, type, handlers } = useDraft(value, onChange)
  return (
    <TextInput
      label={label}
      error={error}
      dir="auto"
      maxLength={maxLength}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      {...handlers}
    />
  )
}
