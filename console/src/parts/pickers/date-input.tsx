import { TextInput } from '@mantine/core'
import { useStore } from '../../service/store.ts'
import { dayIn } from '../time-text.ts'
import type { Picker } from './picker.ts'
import { useDraft } from './use-draft.ts'

/** A day of the store, such as `2026-11-28`. A moment, which an address can have, is shown as the day it is in. */
export function DateInput({ label, value, onChange, error }: Picker) {
  const { timezone } = useStore()
  // While a year is typed, the browser has years such as 0002.
  const { text, type, handlers } = useDraft(dayIn(value, timezone), (day) => {
    if (day === '' || day >= '1900') onChange(day)
  })
  return (
    <TextInput
      type="date"
      label={label}
      error={error}
      min="1900-01-01"
      max="9999-12-31"
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      {...handlers}
    />
  )
}
