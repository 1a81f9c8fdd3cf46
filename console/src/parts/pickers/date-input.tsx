import { Stack, TextInput } from '@mantine/core'
import { useStore } from '../../service/store.ts'
import { listWords } from '../../words/list.ts'
import { dayIn, momentAt, timeIn } from '../time-text.ts'
import type { Picker } from './picker.ts'
import { useDraft } from './use-draft.ts'

/** A day of the store, such as `2026-11-28`, or with a time a moment of it, such as `2026-11-28T11:30:00.000Z`. */
export function DateInput({ label, value, onChange, error }: Picker) {
  const { timezone } = useStore()
  const [day, time] = [dayIn(value, timezone), timeIn(value, timezone)]
  // While a year is typed, the browser has years such as 0002.
  const date = useDraft(day, (next) => {
    if (next === '' || next >= '1900') onChange(momentAt(next, time, timezone))
  })
  const clock = useDraft(time, (next) => onChange(momentAt(day, next, timezone)))
  return (
    <Stack gap={4}>
      <TextInput
        type="date"
        label={label}
        error={error}
        min="1900-01-01"
        max="9999-12-31"
        value={date.text}
        onChange={(event) => date.type(event.currentTarget.value)}
        {...date.handlers}
      />
      {day !== '' && (
        <TextInput
          type="time"
          aria-label={listWords.time_of(label)}
          value={clock.text}
          onChange={(event) => clock.type(event.currentTarget.value)}
          {...clock.handlers}
        />
      )}
    </Stack>
  )
}
